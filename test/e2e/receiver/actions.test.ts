import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../../../src/lib/log.ts';
import { publishHere, startStopwatch } from '../../../src/receiver/run/rebuild.ts';
import { thenCommand } from '../../../src/tools/hand-on/actions.ts';
import { startPublic } from '../../publish/start-public.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('after a rollback, the maintainer’s command runs once for the generation that is live again', async () => {
  await using site = await startPublic();
  await using folder = await tempFolder();
  const file = join(folder.path, 'handed-on');
  const act = thenCommand({
    publish: publishHere(),
    command: `echo "$GENERATION" "$(cat "$OUT_DIR/index.html")" >> '${file}'`,
    env: process.env,
    changedUrls: undefined,
    timeoutMs: 30_000,
    log: createLog({ level: 'silent' }),
  });
  const { outDir } = site;
  const run = (before: string | undefined) =>
    act({
      // Publishing is paused, so nothing is built from the missing content.
      site: { outDir, contentDir: '/none', siteUrl: 'https://example.com', basePath: '/' },
      signal: new AbortController().signal,
      before,
      stopwatch: startStopwatch(),
    });
  await site.publish('a');
  const first = await site.live();
  await site.publish('b');
  const second = await site.live();
  await site.rollBack();
  const acted = await run(second);
  expect(acted).toMatchObject({
    kind: 'paused',
    generation: first,
    why: expect.stringMatching(/is paused/),
  });
  await run(acted.generation);
  expect(await readFile(file, 'utf8')).toMatch(new RegExp(`^${first} .*<h1>a</h1></html>\n$`));
});
