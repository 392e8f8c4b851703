import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { forgetGrammars } from '../../src/sync/html/code/tokens.ts';
import { releaseRow } from '../support/rows.ts';
import { startSync } from './run-sync.ts';

// Programs that sync now and then, such as the receiver, would hold them for months.
test('a sync lets go of the grammars that it read', async () => {
  const body = '<pre><code class="language-cpp">int x = 1;</code></pre>';
  await using it = await startSync({ releases: [releaseRow('a', { body })] });
  await it.run();
  expect((await it.content()).releases.get('a')?.body).toContain('<span class="');
  const after = heapInUse();
  forgetGrammars();
  expect(after - heapInUse()).toBeLessThan(5_000_000);
});

/** In bytes, without what nobody refers to. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
