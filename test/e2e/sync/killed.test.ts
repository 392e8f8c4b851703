// @module-tag soak

import { existsSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { readContent } from '../../../src/store/read/read-content.ts';
import { startCommand } from '../../support/command.ts';
import { filesIn } from '../../support/files-in.ts';
import { releaseRow } from '../../support/rows.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { palettePng } from '../../sync/pictures.ts';
import { runSync, startSync } from '../../sync/run-sync.ts';

// A few kills in every test run; `npm run test:soak` makes many.
const kills = Number(process.env.SOAK_KILLS ?? 3);
const entries = 200;

test(`killed ${kills} times with ${entries} entries, sync leaves valid content that the next one completes`, async () => {
  await using it = await startSync({ releases: rows('before') });
  await it.run();
  it.script.releases = rows('after');
  await using folder = await tempFolder();
  const undisturbed = join(folder.path, 'undisturbed');
  await cp(it.folder, undisturbed, { recursive: true });
  await runSync(it.api.url, undisturbed, { now: new Date() });
  const expected = await filesIn(undisturbed);

  for (let kill = 0; kill < kills; kill += 1) {
    const content = join(folder.path, `content-${kill}`);
    await cp(it.folder, content, { recursive: true });
    await killDuringSync(it.api.url, content, folder.path, kill);
    expect((await readContent(content)).releases.size).toBeGreaterThanOrEqual(entries - 50);
    await runSync(it.api.url, content, { now: new Date() });
    expect(await filesIn(content)).toEqual(expected);
  }
}, 600_000);

test('what a killed sync downloaded is in the content folder until the next sync', async () => {
  const png = new Uint8Array(await palettePng());
  const never = new Response(new ReadableStream());
  await using it = await startSync({
    releases: [releaseRow('a', { body: '<img src="/files/a.png"><img src="/files/b.png">' })],
    answers: new Map([
      ['/files/a.png', () => new Response(png)],
      ['/files/b.png', () => never],
    ]),
  });
  await using folder = await tempFolder();
  const downloads = join(it.folder, '.waymark-downloads');
  await using sync = startCommand('sync', {
    cwd: folder.path,
    env: { API_BASE_URL: it.api.url, API_KEY: 'k', TMPDIR: folder.path },
    args: ['--content', it.folder],
  });
  await vi.waitFor(async () => expect(await readdir(downloads)).toHaveLength(1), {
    timeout: 20_000,
  });
  sync.process.kill('SIGKILL');
  await sync.finished;
  expect((await readdir(folder.path)).filter((name) => name.startsWith('waymark'))).toEqual([]);
  it.script.answers.set('/files/b.png', () => new Response(png));
  await it.run({ assets: false });
  expect(existsSync(downloads)).toBe(false);
});

/**
 * Releases before and after a change: all bodies are edited, some slugs change, and some releases
 * become private.
 */
function rows(when: 'before' | 'after') {
  return Array.from({ length: entries }, (_, n) =>
    releaseRow(`r-${n}`, {
      body: `<p>${when} ${n}</p>`,
      slug: when === 'after' && n % 10 === 0 ? `moved-${n}` : `r-${n}`,
      is_public: when === 'before' || n % 20 !== 1,
    }),
  );
}

/**
 * Every second kill waits until the sync begins to write, because most of its time goes into
 * reading.
 */
async function killDuringSync(url: string, content: string, cwd: string, kill: number) {
  await using sync = startCommand('sync', {
    cwd,
    env: { API_BASE_URL: url, API_KEY: 'k' },
    args: ['--content', content],
  });
  // Multiples of the golden ratio spread the kills evenly, at the same moments in every run.
  const moment = (kill * 0.618_034) % 1;
  if (kill % 2 === 0) await delay(200 + moment * 800);
  else {
    while (!existsSync(join(content, '.staging')) && sync.process.exitCode === null) await delay(1);
    await delay(moment * 40);
  }
  sync.process.kill('SIGKILL');
  await sync.finished;
}
