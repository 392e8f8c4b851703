import assert from 'node:assert/strict';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishedState } from '../../publish/published-state.ts';
import { publishVersion, version, writeSite } from '../../publish/valid-site.ts';

// Publishes on a small disk of its own while this is full or has space for only a part.

const [folder = '', how] = process.argv.slice(2);
const page = 4096;
const ballast = join(folder, 'ballast');
for (const name of ['a', 'b']) {
  const picture = { 'assets/shot.png': name.repeat(8 * page) };
  await writeSite(join(folder, name), { ...version(name, 'one'), ...picture });
}
await publishVersion(folder, 'a');
const before = await publishedState(folder);

let times = 0;
for (let free = 0; free < 40; free += 1) {
  if (how === 'full' && free > 0) break;
  const { bavail, bsize } = await statfs(folder);
  await writeFile(ballast, Buffer.alloc(bavail * bsize - free * page));
  const failed = await publishVersion(folder, 'b').catch((error) => error);
  if (!(failed instanceof Error)) break;
  assert.match(failed.message, /could not be moved to .*dist: ENOSPC/);
  assert.deepEqual((await publishedState(folder)).slice(0, 2), before);
  await rm(ballast);
  times += 1;
}
await rm(ballast, { force: true });
const { kind } = await publishVersion(folder, 'b');
assert.ok(kind === 'published' || kind === 'unchanged');
assert.match(String((await publishedState(folder))[0]?.['index.html' as never]), /<h1>b</);
console.log(`held out ${times} times`);
