import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyChanges } from '../../../src/store/write/apply.ts';
import { filesIn } from '../../support/files-in.ts';

// Writes content on a small disk of its own that is full, has space for only a part, or is
// read-only.

const [folder = '', how] = process.argv.slice(2);
const page = 4096;
const content = join(folder, 'content');
const ballast = join(folder, 'ballast');
const changesTo = (text: string) =>
  ['a', 'b', 'c', 'd'].map((name) => {
    const path = `releases/${name}.json`;
    return { kind: 'write', path, text: () => text.repeat(2 * page) } as const;
  });
const applying = (to = content) => applyChanges(to, changesTo('2')).catch((error) => error);
await applyChanges(content, changesTo('1'));
/** The length and first character of each file, which keeps failing comparisons short. */
const brief = async () =>
  Object.entries(await filesIn(content)).map(
    ([path, text]) => `${path} ${text.length} ${text.slice(0, 1)}`,
  );
const before = await brief();

if (how === 'read-only') {
  execFileSync('mount', ['-o', 'remount,ro', folder]);
  for (const one of [content, join(folder, 'new', 'content')])
    console.log((await applying(one)).message.replaceAll(folder, ''));
} else {
  let times = 0;
  for (let free = 0; free < 40; free += 1) {
    const { bavail, bsize } = await statfs(folder);
    await writeFile(ballast, Buffer.alloc(bavail * bsize - free * page));
    const failed = await applying();
    if (!(failed instanceof Error)) break;
    assert.deepEqual(await brief(), before);
    await rm(ballast);
    times += 1;
    if (times === 1) console.log(failed.message.replaceAll(folder, ''));
  }
  await rm(ballast, { force: true });
  await applyChanges(content, changesTo('2'));
  assert.match((await filesIn(content))['releases/a.json'] ?? '', /^2+$/);
  console.log(`held out ${times > 5 ? 'many times' : times}`);
}
