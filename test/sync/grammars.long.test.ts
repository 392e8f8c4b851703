import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { forgetGrammars } from '../../src/sync/prepare/html/code/tokens.ts';
import { releaseRow } from '../support/rows.ts';
import { startSync } from './run-sync.ts';

// Long-running programs that sync now and then, such as the receiver, would hold them for months.
test('a sync frees the grammars that it loaded', async () => {
  const body = '<pre><code class="language-ruby">class A; end</code></pre>';
  await using it = await startSync();
  /** Bytes of grammars that are still in use after a sync has loaded them. */
  const held = async () => {
    const id = `a-${it.script.releases.length}`;
    it.script.releases.push(releaseRow(id, { body }));
    await it.run();
    expect((await it.content()).releases.get(id)?.body).toContain('<span class="');
    const after = await heapInUse();
    forgetGrammars();
    return after - (await heapInUse());
  };
  // Polls, because memory of tests before this one may also be freed meanwhile.
  await expect.poll(held).toBeLessThan(5_000_000);
});

/**
 * The used heap in bytes after repeated garbage collection, as some objects are only freed after
 * others.
 */
async function heapInUse(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    collect();
    await setImmediate();
    const { heapUsed } = process.memoryUsage();
    if (before - heapUsed < 100_000) return heapUsed;
    before = heapUsed;
  }
}
