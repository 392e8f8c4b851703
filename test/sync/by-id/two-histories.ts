import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { WaymarkError } from '../../../src/model/errors.ts';
import { readContent } from '../../../src/store/read/read-content.ts';
import type { SyncOptions } from '../../../src/sync/session.ts';
import { filesIn, withoutReleaseLog } from '../../support/files-in.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runSync } from '../run-sync.ts';
import type { Moment } from './changing-world.ts';
import { expectOnly, expectWhole, type Files } from './expect-whole.ts';
import { isPublic, type LyingApi } from './lying-api.ts';
import { runSyncById } from './start-by-id.ts';

/**
 * One API, synced into two folders: the first gets syncs by id and full syncs, the second only full
 * syncs.
 */
export interface TwoHistories extends AsyncDisposable {
  /** Syncs these releases by id; resolves to the outcome. */
  event(ids: readonly string[]): Promise<'synced' | 'deferred' | 'failed'>;
  walk(over?: Partial<SyncOptions>): Promise<void>;
  /** @param shared as in `compare` below */
  compare(shared: boolean): Promise<void>;
  /** Asserts that the content holds exactly what is public now. */
  expectUpToDate(): Promise<void>;
}

export async function startHistories(api: LyingApi): Promise<TwoHistories> {
  const temp = await tempFolder();
  const [folder, walked] = [join(temp.path, 'events'), join(temp.path, 'walks')];
  const kept = async () => ({
    files: await filesIn(folder),
    cache: await readFile(`${folder}-cache.json`, 'utf8').catch(() => ''),
  });
  const content = async () => [...(await readContent(folder)).releases.values()];
  const expectShown = async () => {
    for (const { id, title } of await content()) expect(api.shown).toContain(`${id} ${title}`);
  };
  return {
    event: async (ids) => {
      const before = await kept();
      const came = await runSyncById(api.url, folder, ids).catch(known);
      const after = await kept();
      if (came instanceof Error || came.kind === 'deferred') expect(after).toEqual(before);
      else expectOnly(came.ids, before.files, after.files);
      expectWhole(after.files);
      await expectShown();
      return came instanceof Error ? 'failed' : came.kind;
    },
    walk: async (over) => {
      // Events add entries to one folder only, so the mass removal guard would decide differently.
      const options = { allowMassDelete: true, ...over };
      const before = await kept().catch(() => []);
      const failed = await runSync(api.url, folder, options).then(() => undefined, known);
      if (failed) expect(await kept()).toEqual(before);
      await expectShown();
      await runSync(api.url, walked, options).catch(known);
    },
    compare: async (shared) => {
      const [own, other] = [await filesIn(folder), await filesIn(walked)];
      // The release logs differ because corrections were seen at different syncs.
      compare(withoutReleaseLog(own), withoutReleaseLog(other), shared);
    },
    expectUpToDate: async () => {
      expect((await content()).map(({ id }) => id).sort()).toEqual(publicIds(api.latest()));
    },
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

function known(error: unknown): Error {
  if (error instanceof WaymarkError) return error;
  throw error;
}

function publicIds({ releases }: Moment): string[] {
  return releases
    .filter(isPublic)
    .map(({ id }) => id)
    .sort();
}

/**
 * Compares both folders byte for byte, except for addresses. If a release had an address only
 * between two full syncs, only the first folder has a redirect for it.
 * @param shared whether several releases ask for the same address. The first to have it keeps it,
 * and a sync by id may have been first, so entries are compared without their addresses.
 */
function compare(files: Files, walked: Files, shared: boolean): void {
  const [own, other] = [apart(files), apart(walked)];
  if (shared) {
    expect(withoutAddresses(files)).toEqual(withoutAddresses(walked));
    return;
  }
  expect(own.files).toEqual(other.files);
  expect(own.redirects).toMatchObject(other.redirects);
  for (const to of Object.values(own.redirects))
    expect(files).toHaveProperty([`releases/${to}.json`]);
}

function apart(files: Files) {
  const { 'redirects.json': table, '.sync.json': state = '', ...others } = files;
  const { redirects = { releases: {} }, ...known } = JSON.parse(state);
  if (table !== undefined) expect(JSON.parse(table)).toEqual(redirects);
  delete known.files['redirects.json'];
  return { files: { ...others, state: JSON.stringify(known) }, redirects: redirects.releases };
}

function withoutAddresses(files: Files) {
  const { releases } = JSON.parse(files['.sync.json'] ?? '');
  const entries = Object.entries<{ slug: string; source: string }>(releases).map(([id, known]) => {
    const { slug, ...entry } = JSON.parse(files[`releases/${known.slug}.json`] ?? '');
    expect([entry.id, slug]).toEqual([id, known.slug]);
    return { ...entry, source: known.source };
  });
  const { 'labels.json': labels, 'projects.json': projects, 'workspace.json': workspace } = files;
  return { entries, labels, projects, workspace };
}
