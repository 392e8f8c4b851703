import { createApi } from '../client/endpoints.ts';
import { mergeEntries } from './plan/entries.ts';
import { planChanges } from './plan/plan-changes.ts';
import { planContent } from './plan/plan-content.ts';
import { forgetGrammars } from './prepare/html/code/tokens.ts';
import { openCurrent } from './read/current/open-current.ts';
import { listStaying } from './read/decisions.ts';
import { readEverything } from './read/read-everything.ts';
import { readIds } from './read/read-ids.ts';
import { readUpstream, sourcesAddress } from './read/sources/upstream.ts';
import { openSession, type SyncOptions } from './session.ts';
import {
  giveUp,
  NeedsFullSync,
  whyNotByContent,
  whyNotByPlan,
  whyNotByRecords,
  whyNotByWorkspace,
} from './why-not-by-id.ts';
import type { EntryLine, SyncReport } from './write/report/report.ts';
import { writeContent } from './write/write-content.ts';

// Updates a content folder from the API and other sources: reads the records, drops those that are
// not public, prepares entries, plans the changes and applies them. The content folder is changed
// only after everything was read. The API's list of subscribers is never requested.

/** Syncs everything. @throws ApiError, WaymarkError; the content folder is then unchanged */
export async function sync(options: SyncOptions): Promise<SyncReport> {
  return (await runStages(options)).report;
}

/** The cache file is the one that full syncs of this folder use. */
export type SyncByIdOptions = Omit<
  SyncOptions,
  'sources' | 'dryRun' | 'full' | 'replace' | 'allowMassDelete' | 'onProgress'
>;

export type SyncedById =
  /** The releases in `ids` are up to date. The other requested releases were never public. */
  | {
      kind: 'synced';
      ids: string[];
      /** Releases that had no entry before. */
      added: EntryLine[];
    }
  /** Nothing was changed; a full sync is needed. */
  | { kind: 'deferred'; why: string };

/**
 * Syncs only the releases with these ids. All other entries stay, and their files are not read. If
 * a change affects more than these releases, nothing is written.
 * @throws ApiError, WaymarkError; the content folder is then unchanged
 */
export async function syncById(
  ids: readonly string[],
  options: SyncByIdOptions,
): Promise<SyncedById> {
  try {
    const { decisions, report } = await runStages(options, [...new Set(ids)]);
    const { added } = report.releases;
    return { kind: 'synced', ids: listStaying(decisions.releases), added };
  } catch (error) {
    if (error instanceof NeedsFullSync) return { kind: 'deferred', why: error.message };
    throw error;
  }
}

/** @param ids the releases to sync; undefined for everything @throws NeedsFullSync */
async function runStages(options: SyncOptions, ids?: readonly string[]) {
  using lifetime = new DisposableStack();
  const { client, sources } = options;
  const api = createApi(client);
  const address = sources ? sourcesAddress : client.baseUrl;
  // If the API fails, a full sync creates nothing on disk. A sync by id only needs the API if the
  // content is as expected.
  const early = ids ? undefined : await readUpstream(api, sources);
  const { before, waited } = await openCurrent({ ...options, api: address, ids }, lifetime);
  if (ids) giveUp(whyNotByContent(before, ids, address));
  // While another sync held the lock, it may have used a newer workspace.
  const read = early && !waited ? early : await readUpstream(api, sources);
  if (ids) giveUp(whyNotByWorkspace(before, read.workspace, options.assets));
  const session = await openSession(options, { api, address, before, read, ids }, lifetime);
  const { upstream, current } = session;
  const reading = ids
    ? readIds(api, ids, current, session)
    : readEverything(upstream, current, session);
  const decisions = await reading.finally(forgetGrammars);
  if (ids) giveUp(whyNotByRecords(session, decisions.releases));
  const entries = mergeEntries(session, decisions);
  const desired = await planContent(session, decisions, entries);
  const plan = await planChanges(session, desired);
  const results = { session, decisions, entries, desired, ...plan };
  if (ids) giveUp(whyNotByPlan(results));
  const report = await writeContent(results);
  return { decisions, report };
}
