import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withOwnRenderer } from '../../../src/render/output/in-process-renderer.ts';
import { renderOutput } from '../../../src/render/output/render-output.ts';
import { filesIn } from '../../support/files-in.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/**
 * A renderer whose cache keys differ in every process, as if the content had changed in between.
 */
const disagreeing = `
  import { setTimeout as delay } from 'node:timers/promises';
  export const plan = async () => ({
    index: new Map(),
    notes: [],
    tasks: Array.from({ length: 5000 }, (_, n) => ({
      path: n + '.html',
      key: 'of ' + process.pid,
      run: async () => (await delay(1), Buffer.from('a page')),
    })),
  });
`;

test('a failed rendering stops writing at once, as the next attempt may have started', async () => {
  await using temp = await tempFolder();
  const [entry, folder] = [join(temp.path, 'renderer.mjs'), join(temp.path, 'site')];
  await writeFile(entry, disagreeing);
  const renderer = {
    globals: { SITE_CONFIG_JSON: '{}', SITE_URL: 'https://example.com', BASE_PATH: '/' },
    styles: new Map(),
    fingerprint: 'a',
    entry,
    assets: join(temp.path, 'assets'),
  };
  const options = {
    renderer,
    contentDir: temp.path,
    folder,
    caches: join(temp.path, 'caches'),
    now: new Date(),
  };
  const attempt = withOwnRenderer(join(temp.path, 'cache'), options, (start) =>
    renderOutput(folder, new Map(), new Map(), { isKnown: false, start }),
  );
  await expect(attempt).rejects.toThrow('changed while it was read');
  const count = async () => Object.keys(await filesIn(folder)).length;
  const written = await count();
  expect(written).toBeGreaterThan(0);
  // Longer than a page takes.
  await delay(200);
  expect(await count()).toBe(written);
});
