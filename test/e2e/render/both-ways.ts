// Renders a site with the renderer that is named, both ways; prints what became of each file.
import { argv } from 'node:process';

const [, , entry = ''] = argv;
const { plan, throughApp } = await import(entry);
const now = new Date();
const direct = (await plan(new Map(), now)).tasks;
const through = (await plan(new Map(), now, undefined, throughApp)).tasks;
const text = async (task: { run(): Promise<Uint8Array> }) => Buffer.from(await task.run());
const files: [path: string, size: number, isSame: boolean][] = [];
for (const [index, task] of direct.entries()) {
  // Each takes as long as fifty pages, and only pages have two ways.
  if (task.path.startsWith('cards/')) continue;
  const [one, other] = [await text(task), await text(through[index])];
  files.push([task.path, one.length, one.equals(other)]);
}
console.log(JSON.stringify(files));
