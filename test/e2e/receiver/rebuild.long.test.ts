import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryLock } from '../../../src/lib/files/lock.ts';
import { bundledSample, sampleWorkspaceId } from '../../../src/model/api/workspace.ts';
import { WaymarkError } from '../../../src/model/errors.ts';
import { createRebuild, type RebuildOptions } from '../../../src/receiver/run/rebuild.ts';
import { contentLockFile, lockContent } from '../../../src/store/lock.ts';
import { syncOnce } from '../../../src/sync/run/sync-once.ts';
import type { SyncReport } from '../../../src/sync/write/report/report.ts';
import { eventually } from '../../support/eventually.ts';
import { releaseRow, workspace } from '../../support/rows.ts';
import { type Script, startApi } from '../../support/scripted-api.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const key = 'wm_5ecretKeyOfTheApi';

/**
 * Starts a scripted API and creates a rebuild that publishes nothing; records the processes that
 * its runs start.
 */
async function startRuns(script: Partial<Script>, over: Partial<RebuildOptions> = {}) {
  const lifetimes = new AsyncDisposableStack();
  const started: ChildProcess[] = [];
  const onStarted = (message: unknown) =>
    void started.push((message as { process: ChildProcess }).process);
  subscribe('child_process', onStarted);
  lifetimes.defer(() => void unsubscribe('child_process', onStarted));
  const server = lifetimes.use(await startApi(script));
  const { path } = lifetimes.use(await tempFolder());
  const contentDir = join(path, 'content');
  const api = { baseUrl: server.url, key, auth: 'bearer' } as const;
  const reports: SyncReport[] = [];
  const rebuild = createRebuild({
    api,
    site: { contentDir, outDir: join(path, 'dist'), siteUrl: 'http://localhost', basePath: '/' },
    assets: { assets: true, assetSeconds: 5 },
    action: async () => ({ kind: 'live', generation: 'g' }),
    signal: new AbortController().signal,
    sample: 'held',
    onSynced: (report) => void reports.push(report),
    ...over,
  });
  return {
    api,
    script: server.script,
    contentDir,
    /** Child processes that the runs have started so far. */
    started,
    reports,
    run: (...awaited: string[]) => rebuild({ awaited, scope: 'everything', before: undefined }),
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

/** Makes the list of releases never answer until `stall.on` is set to false. */
function stalling() {
  let isStalled = false;
  const stall = { on: true };
  return {
    stall,
    isStalled: () => isStalled,
    intercept: (path: string) => {
      if (!stall.on || path !== '/v1/releases') return undefined;
      isStalled = true;
      return new Response(new ReadableStream());
    },
  };
}

test('a run waits, syncs in a child process, and returns the complete result once the child has ended', async () => {
  const at = new Date(Date.now() + 3_600_000);
  const reported: unknown[] = [];
  const waited: string[] = [];
  let ended: unknown[] = [];
  await using it = await startRuns(
    {
      releases: [
        releaseRow('r-1'),
        releaseRow('r-2', { status: 'SCHEDULED', scheduled_at: at.toISOString() }),
        releaseRow('odd', { hero: { type: 'image' } }),
      ],
    },
    {
      action: async () => {
        ended = it.started.map(({ exitCode }) => exitCode);
        return { kind: 'live', generation: 'g' };
      },
      onProgress: (...args) => void reported.push(args),
      onWait: (who) => void waited.push(who),
    },
  );
  const expected = await syncOnce({ api: it.api, contentDir: it.contentDir, dryRun: true });
  const lock = await lockContent(it.contentDir, {});
  const run = it.run('r-1', 'r-2', 'gone');
  await eventually(() => waited).toHaveLength(1);
  expect(waited[0]).toContain(it.contentDir);
  lock[Symbol.dispose]();
  const { visibilities, parts } = await run;
  expect(existsSync(join(it.contentDir, 'releases/r-1.json'))).toBe(true);
  expect(ended).toEqual([0]);
  expect(it.started.flatMap(({ spawnargs }) => spawnargs).join(' ')).not.toContain(key);
  expect(it.reports).toEqual([{ ...expected, dryRun: false }]);
  expect([...visibilities]).toEqual([
    ['r-1', { kind: 'public' }],
    ['r-2', { kind: 'not-yet', why: expect.any(String), at }],
    ['gone', { kind: 'not-public', why: expect.any(String) }],
  ]);
  expect(Object.keys(parts)).toEqual(['sync', 'lookUp']);
  const last = it.reports[0]?.files.written;
  expect(reported.at(-1)).toEqual(['writing', last, last]);
  expect(reported).toContainEqual(['preparing', 2, 2]);
});

test('holds the bundled sample, but not with another name or a newer entry', async () => {
  const updated_at = bundledSample.updatedAt;
  const name = bundledSample.name;
  await using it = await startRuns({
    workspace: { ...workspace, id: sampleWorkspaceId, name },
    releases: [releaseRow('r-1', { updated_at })],
  });
  expect(await it.run()).toMatchObject({ kind: 'held', why: expect.stringContaining('--name') });
  it.script.releases = [releaseRow('r-1', { updated_at: '2026-11-24T00:00:00.000Z' })];
  expect(await it.run()).toMatchObject({ kind: 'live' });
  it.script.releases = [releaseRow('r-1', { updated_at })];
  expect(await it.run()).toMatchObject({ kind: 'held' });
  it.script.workspace = { ...workspace, id: sampleWorkspaceId, name: 'Acme' };
  expect(await it.run()).toMatchObject({ kind: 'live' });
});

test('recognises the bundled sample by its name and its newest entry', async () => {
  const { workspace, releases, milestones } = JSON.parse(
    await readFile('scripts/sample/workspace.json', 'utf8'),
  );
  const times = [...releases, ...milestones].map(({ updated_at }) => updated_at);
  expect({ name: workspace.name, updatedAt: times.toSorted().at(-1) }).toEqual(bundledSample);
});

test('reports the error of a sync as a command would', async () => {
  const no = () => Response.json({ error: `Not with ${key}.` }, { status: 401 });
  await using it = await startRuns({ intercept: no });
  const said = (error: unknown) => {
    expect(error).toBeInstanceOf(WaymarkError);
    const { name, message, exitCode } = error as WaymarkError;
    return { name, message, exitCode };
  };
  const expected = said(await syncOnce({ ...it, dryRun: true }).catch((error) => error));
  expect(said(await it.run().catch((error) => error))).toEqual(expected);
  expect(expected).toMatchObject({
    name: 'ApiError',
    message: expect.stringMatching(/status 401/),
    exitCode: 1,
  });
  expect(it.started.map(({ exitCode }) => exitCode)).toEqual([0]);
});

test('a killed sync fails its run, and the next run completes it', async () => {
  const { stall, isStalled, intercept } = stalling();
  await using it = await startRuns({ releases: [releaseRow('r-1')], intercept });
  const run = it.run();
  const outcome = run.catch((error) => error);
  await eventually(isStalled).toBe(true);
  it.started[0]?.kill('SIGKILL');
  expect(await outcome).toBeInstanceOf(WaymarkError);
  expect(await outcome).toMatchObject({ message: expect.stringMatching(/SIGKILL/) });
  stall.on = false;
  await it.run();
  expect(existsSync(join(it.contentDir, 'releases/r-1.json'))).toBe(true);
});

test('aborting a run ends its sync and releases the lock of the content', async () => {
  const { isStalled, intercept } = stalling();
  const stop = new AbortController();
  await using it = await startRuns({ intercept }, { signal: stop.signal });
  const outcome = it.run().catch((error) => error);
  await eventually(isStalled).toBe(true);
  stop.abort();
  expect(await outcome).toBe(stop.signal.reason);
  expect(it.started.map(({ signalCode }) => signalCode)).toEqual(['SIGTERM']);
  using lock = tryLock(await contentLockFile(it.contentDir));
  expect(lock).toBeDefined();
});
