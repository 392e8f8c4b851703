// Renders a site with the given renderer, directly and through Astro's public API; prints for each
// file whether both are the same.
import { argv } from 'node:process';

const [, , entry = '', settings = '', siteUrl = ''] = argv;
Object.assign(globalThis, { SITE_CONFIG_JSON: settings, SITE_URL: siteUrl });
const { plan, throughApp } = await import(entry);
const now = new Date();
const direct = (await plan(new Map(), now)).tasks;
const through = (await plan(new Map(), now, throughApp)).tasks;
const text = async (task: { run(): Promise<Uint8Array> }) => Buffer.from(await task.run());
const files: [path: string, size: number, isSame: boolean][] = [];
for (const [index, task] of direct.entries()) {
  // A card takes as long as fifty pages, and is drawn the same way in both cases.
  if (task.path.startsWith('cards/')) continue;
  const [one, other] = [await text(task), await text(through[index])];
  files.push([task.path, one.length, one.equals(other)]);
}
console.log(JSON.stringify(files));
