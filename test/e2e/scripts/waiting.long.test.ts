import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockContent } from '../../../src/store/lock.ts';
import { runCommand, startCommand } from '../../support/command.ts';
import { filesIn } from '../../support/files-in.ts';
import { releaseRow } from '../../support/rows.ts';
import { startApi } from '../../support/scripted-api.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { startSurroundings, startWebhook } from './webhook-process.ts';

/** A content folder with an unfinished sync, whose lock is held. */
async function startBusy() {
  const lifetimes = new AsyncDisposableStack();
  const { path: cwd } = lifetimes.use(await tempFolder());
  const { url } = lifetimes.use(await startApi({ releases: [releaseRow('r-1')] }));
  const content = join(cwd, 'content');
  await mkdir(join(content, '.staging'), { recursive: true });
  await writeFile(join(content, '.staging/0'), '[]\n');
  await writeFile(join(content, '.journal.json'), '[{"path":"labels.json","staged":"0"}]\n');
  const lock = await lockContent(content, {});
  const env = { API_BASE_URL: url, API_KEY: 'k' };
  return { cwd, content, env, lock, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

const busy =
  /^Another sync or build works on \S*content\. This command waits until that is done\.$/gm;

test.each(['sync', 'build'] as const)(
  '%s --no-wait exits 1 and leaves everything unchanged',
  async (name) => {
    await using it = await startBusy();
    const before = await filesIn(it.content);
    const { code, stdout, stderr } = await runCommand(name, { ...it, args: ['--no-wait'] });
    it.lock[Symbol.dispose]();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.replace(it.content, 'content')).toBe(
      'Another sync or build works on content, so nothing was done.\nRun this command again when that is done, or run it without --no-wait.\n',
    );
    expect(await filesIn(it.content)).toEqual(before);
  },
);

test('sync says once that it waits, and continues when the other sync is done', async () => {
  await using it = await startBusy();
  const sync = startCommand('sync', it);
  await sync.logged(busy);
  it.lock[Symbol.dispose]();
  const { code, stderr } = await sync.finished;
  expect(code).toBe(0);
  expect(stderr.match(busy)).toHaveLength(1);
  expect(await readdir(join(it.content, 'releases'))).toEqual(['r-1.json']);
});

test('sync --dry-run waits for another sync and does not complete its unfinished one', async () => {
  await using it = await startBusy();
  const before = await filesIn(it.content);
  const sync = startCommand('sync', { ...it, args: ['--dry-run'] });
  await sync.logged(busy);
  it.lock[Symbol.dispose]();
  expect((await sync.finished).stdout).toContain('releases/r-1');
  expect(await filesIn(it.content)).toEqual(before);
});

test('build says once that it waits, and completes the unfinished sync', async () => {
  await using it = await startBusy();
  const build = startCommand('build', it);
  await build.logged(busy);
  it.lock[Symbol.dispose]();
  const { code, stderr } = await build.finished;
  expect(stderr.match(busy)).toHaveLength(1);
  // The unfinished sync has only written a table, which is not enough for a site.
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('no content in') });
  expect(await filesIn(it.content)).toEqual({ 'labels.json': '[]\n' });
});

test.each([[[]], [['--no-wait']]])(
  'a second build into the same folder waits, or fails with --no-wait: %j',
  async (args) => {
    await using it = await startBusy();
    const first = startCommand('build', it);
    await first.logged(busy);
    const second = startCommand('build', { ...it, args });
    await second.logged(/^Another build into \S+dist is running[.,] /m);
    if (args.length > 0) expect((await second.finished).code).toBe(1);
    it.lock[Symbol.dispose]();
    await Promise.all([first.finished, second.finished]);
    expect((await second.finished).stderr.match(/is running/g)).toHaveLength(1);
  },
);

test('a run of the receiver waits for a sync, logs it, and continues when the sync is done', async () => {
  await using around = await startSurroundings();
  const content = join(around.folder, 'content');
  const sync = await lockContent(content, {});
  await using receiver = await startWebhook(around);
  await receiver.logged(/"who":"Another sync or build works on [^"]+content"/);
  expect(await readdir(around.folder)).not.toContain('content');
  sync[Symbol.dispose]();
  await receiver.until({ running: false, failing: false, lastSuccess: { kind: 'live' } });
  expect(await readdir(join(content, 'releases'))).toEqual(['r-0.json']);
});
