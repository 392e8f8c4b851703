import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../../../src/lib/log.ts';
import { startStopwatch } from '../../../src/receiver/run/rebuild.ts';
import { readReceiverSettings } from '../../../src/receiver/run/receiver-settings.ts';
import { s3Publisher } from '../../../src/tools/bucket/run-bucket.ts';
import { handOnToOthers } from '../../../src/tools/hand-on/actions.ts';
import { startPublic } from '../../publish/start-public.ts';
import { startFakeS3 } from '../../support/s3/fake-s3.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('the command gets the URLs that changed in the bucket until it succeeds, withdrawn ones first', async () => {
  await using fake = await startFakeS3();
  await using site = await startPublic();
  await using folder = await tempFolder();
  const [handed, broken] = [join(folder.path, 'handed'), join(folder.path, 'broken')];
  const inbox = join(folder.path, 'webhook.db');
  const settings = readReceiverSettings(
    {
      ...fake.env,
      PATH: process.env.PATH,
      API_BASE_URL: 'http://127.0.0.1:1',
      API_KEY: 'a-secret-key',
      SITE_URL: 'https://changelog.acme.dev',
      OUT_DIR: site.outDir,
      CONTENT_DIR: join(folder.path, 'content'),
      WEBHOOK_INBOX: inbox,
      WEBHOOK_SECRET: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
      WEBHOOK_ACTION: 'command',
      DEPLOY_COMMAND: `test ! -e '${broken}' && { cat "$CHANGED_URLS"; echo "$AWS_ACCESS_KEY_ID $API_KEY"; } > '${handed}'`,
    },
    ['api'],
  );
  const act = settings.createAction(createLog({ level: 'silent' }), {
    bucketPublisher: s3Publisher,
    handOn: handOnToOthers,
  });
  const run = (before?: string) =>
    act({
      // Publishing is paused, so nothing is built from the missing content.
      site: {
        outDir: site.outDir,
        contentDir: '/none',
        siteUrl: settings.SITE_URL,
        basePath: settings.BASE_PATH,
      },
      signal: new AbortController().signal,
      before,
      stopwatch: startStopwatch(),
    });
  await site.publish('a', 'one');
  await site.publish('b', 'one', 'two');
  await site.rollBack();
  const live = await site.live();
  expect(await run()).toMatchObject({ kind: 'paused', generation: live });
  const urls = async () => (await readFile(handed, 'utf8')).trim().split('\n');
  expect(await urls()).toEqual(
    expect.arrayContaining([
      'https://changelog.acme.dev/',
      'https://changelog.acme.dev/releases/one/',
      'https://changelog.acme.dev/rss.xml',
      'AKIAFAKE',
    ]),
  );
  expect(existsSync(`${inbox}.changed-urls`)).toBe(false);

  // A page was deleted from the bucket by someone else. Restoring it counts as a change, even if
  // the command already ran for this generation.
  const page = fake.objects.get('releases/one/index.html');
  if (!page) throw new Error('no page');
  await writeFile(broken, '');
  fake.objects.delete('releases/one/index.html');
  await expect(run(live)).rejects.toThrow('DEPLOY_COMMAND failed');
  expect(await readFile(`${inbox}.changed-urls`, 'utf8')).toBe(
    'https://changelog.acme.dev/releases/one/\n',
  );
  await rm(broken);
  await run(live);
  expect((await urls())[0]).toBe('https://changelog.acme.dev/releases/one/');
  expect(existsSync(`${inbox}.changed-urls`)).toBe(false);
}, 60_000);
