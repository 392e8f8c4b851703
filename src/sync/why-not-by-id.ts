import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ReleaseEntry } from '../model/content/content.ts';
import type { Known } from '../model/content/sync-state.ts';
import { assetFolder, entryPath, tableFiles } from '../store/layout.ts';
import { digestPreparation } from './prepare/prepare.ts';
import type { TrustedContent } from './read/current/trust-content.ts';
import type { Collected } from './read/decisions.ts';
import type { SyncedWorkspace } from './read/parse/parse-workspace.ts';
import type { Session } from './session.ts';
import type { Results } from './write/report/warnings.ts';

// Decides why a sync by id gives up, so that a full sync is needed. Each function returns the reason,
// or undefined: before reading, after reading, and after planning. A sync by id must not touch an
// entry that it was not asked for, and must not remove anything.

/** Thrown if a sync by id gives up. Nothing was changed. The message says why. */
export class NeedsFullSync extends Error {}

/** @throws NeedsFullSync if there is a reason */
export function giveUp(why: string | undefined): void {
  if (why !== undefined) throw new NeedsFullSync(why);
}

/**
 * Before reading: the content must be as the last sync wrote it.
 * @param ids the requested releases
 * @param api the API's origin
 */
export function whyNotByContent(
  { files, state, known, workspace, unclaimed }: TrustedContent,
  ids: readonly string[],
  api: string,
): string | undefined {
  const [damaged] = unclaimed.keys();
  if (damaged !== undefined) return `${damaged} was edited`;
  if (!state || !workspace) return 'there is no content yet';
  if (state.api !== api) return 'the content comes from an API at another address';
  const slugs = ids.flatMap((id) => known.releases.get(id)?.slug ?? []);
  const paths = [
    ...Object.values(tableFiles).filter((path) => path !== tableFiles.state),
    ...slugs.map((slug) => entryPath('releases', slug)),
  ];
  const edited = paths.find((path) => !isAsWritten(state.files[path], files.get(path)));
  return edited && `${edited} was edited`;
}

/** Before reading: the workspace and the options must be those of the last sync. */
export function whyNotByWorkspace(
  { state, known, releaseLog }: TrustedContent,
  workspace: SyncedWorkspace,
  assets: boolean,
): string | undefined {
  if (workspace.id !== state?.workspace) return 'the API has another workspace';
  if (releaseLog?.prepared !== digestPreparation(workspace, assets))
    return 'the workspace has moved, releases were prepared with other options, or there is no log of releases yet';
  const isOlder = [...known.releases.values()].some(({ labels }) => !labels);
  return isOlder ? 'an earlier version of Waymark wrote the content' : undefined;
}

/**
 * After reading: every release must be readable, public if it was, and not older than its entry. An
 * older record may come from a cache, and would revert a change that readers have already seen.
 */
export function whyNotByRecords(
  { ids = [], known, current }: Session,
  read: Collected<ReleaseEntry>,
): string | undefined {
  const decisions = [...read.decisions.values()];
  const kept = decisions.filter((one) => one.kind === 'kept');
  const [unreadable] = [...kept, ...read.quarantined];
  if (unreadable) return `a record cannot be read: ${unreadable.why}`;
  if (ids.some((id) => known.releases.has(id) && read.decisions.get(id)?.kind !== 'fresh'))
    return 'a release is no longer public';
  if (!decisions.some(({ kind }) => kind === 'fresh')) return 'none of the releases is public yet';
  const isOlder = decisions.some((one) => {
    const { updated_at } = one.prepared?.entry ?? {};
    const before = current.releases.get(one.id)?.updated_at;
    return updated_at && before && updated_at < before;
  });
  return isOlder ? 'the record of a release is older than its entry' : undefined;
}

/** After planning: the changes must touch no other entry, and remove nothing. */
export function whyNotByPlan(plan: Results): string | undefined {
  const { desired, changes, lostAssets } = plan;
  const ownPaths = desired.releases.map(({ slug }) => entryPath('releases', slug));
  const shared = [tableFiles.projects, tableFiles.labels, tableFiles.releaseLog, tableFiles.state];
  const allowed = new Set<string>([...ownPaths, ...shared]);
  const other = changes.find(
    ({ kind, path }) =>
      kind === 'remove' || !(allowed.has(path) || path.startsWith(`${assetFolder}/`)),
  );
  if (lostAssets.length > 0) return `${assetFolder}/${lostAssets[0]} was edited`;
  return (
    whyNotBySlugs(plan) ??
    (other && (effects[other.path] ?? `${other.path} would change`)) ??
    whyNotByReferences(plan) ??
    findForeign(plan)
  );
}

const effects: Readonly<Record<string, string>> = {
  [tableFiles.workspace]: 'the workspace or its change types have changed',
  [tableFiles.redirects]: 'the slug of a new project was in use',
};

function whyNotBySlugs({ session, desired, decisions }: Results): string | undefined {
  const { before, known } = session;
  if (desired.releases.some(({ id, slug }) => (known.releases.get(id)?.slug ?? slug) !== slug))
    return 'the slug of a release has changed';
  const added = desired.releases.filter(({ id }) => !known.releases.has(id));
  const used = new Set(Array.from(known.releases.values(), ({ slug }) => slug));
  for (const { id, slug } of added)
    for (const one of new Set([
      slug,
      decisions.releases.decisions.get(id)?.prepared?.entry.slug ?? slug,
    ])) {
      if (used.has(one) || Object.hasOwn(before.redirects.releases, one))
        return 'the slug of a new release is or was in use';
      used.add(one);
    }
  return undefined;
}

/** Other entries use the same labels, projects and types of changes. */
function whyNotByReferences({ session, desired }: Results): string | undefined {
  const { before, known } = session;
  const isIn = <Row extends { id: string }>(rows: readonly Row[]) => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    return (row: Row) => isDeepStrictEqual(byId.get(row.id), row);
  };
  if (desired.state.labels) return 'there are more labels than the site shows';
  if (!before.projects.every(isIn(desired.projects)) || !before.labels.every(isIn(desired.labels)))
    return 'an existing label or project has another name or colour, or is no longer used';
  const lost = desired.releases.some(({ id, changes }) => {
    const kept = typesAsInTable(changes, desired.known.releases.get(id));
    const former = before.releases.get(id)?.changes ?? [];
    return [...typesAsInTable(former, known.releases.get(id))].some((type) => !kept.has(type));
  });
  return lost ? 'a release has lost a type of change, or changed its title or colour' : undefined;
}

/**
 * Types of changes that a release uses with the title and colour in the table. The table may have
 * them from this release alone.
 */
function typesAsInTable(changes: ReleaseEntry['changes'], known: Known | undefined): Set<string> {
  const others = new Set(known?.types?.map(({ slug }) => slug));
  return new Set(changes.flatMap(({ type }) => (type && !others.has(type) ? type : [])));
}

/** A file with the path of a new entry that sync did not write. */
function findForeign({ session: { contentDir, before }, desired }: Results): string | undefined {
  const paths = desired.releases.map(({ slug }) => entryPath('releases', slug));
  const foreign = paths.find(
    (path) =>
      !before.files.has(path) && lstatSync(join(contentDir, path), { throwIfNoEntry: false }),
  );
  return foreign && `${foreign} was edited`;
}

/**
 * Whether a file is as sync left it: either its digest matches, or sync wrote no such file and the
 * file does not exist.
 */
function isAsWritten(written: string | undefined, digest: string | undefined): boolean {
  if (written === undefined || digest === undefined) return written === digest;
  return digest.startsWith(written);
}
