import { isDeepStrictEqual } from 'node:util';
import type { ChangeTypeEntry, ReleaseEntry, WorkspaceEntry } from '../../model/content/content.ts';
import { type EntryKind, entryKinds } from '../../model/content/entry-kinds.ts';
import type { ReleaseLog } from '../../model/content/release-log.ts';
import type { Known, SyncState } from '../../model/content/sync-state.ts';
import { limits } from '../../model/limits.ts';
import { entryPath, tableFiles } from '../../store/layout.ts';
import { holders, toldOf } from '../plan/merge-entries.ts';
import type { WantedFile } from '../plan/plan.ts';
import { formsIn, otherForms } from '../plan/type-forms.ts';
import { digestInState, fileOf } from '../plan/wanted.ts';
import type { PreparedEntry } from '../prepare/prepare-rows.ts';
import { assignSlugs } from '../prepare/slugs.ts';
import { labelTable, projectTable } from '../prepare/tables.ts';
import type { KnownContent } from './known-content.ts';
import type { ReadRelease } from './read-releases.ts';
import { Unusual } from './unusual.ts';

// Takes content and a few releases as they are now; gives the files that are to stand there with them.
// Whatever touches other entries, or takes anything away, is left to a walk of all lists.

interface NextOptions {
  current: KnownContent;
  read: readonly ReadRelease[];
  /** The log of releases, with these as they now are. */
  releaseLog: (after: readonly ReleaseEntry[], known: SyncState['releases']) => ReleaseLog;
  /** The workspace as it is to stand, with these types of changes, named in these forms. */
  workspaceWith: (used: { types: ReadonlySet<string>; forms: ChangeTypeEntry[] }) => WorkspaceEntry;
}

export interface NextContent {
  /** Those of the releases that were prepared. */
  releases: ReleaseEntry[];
  /** All files but the state; those that are there already may be among them. */
  files: WantedFile[];
  /** The state, once it is known which mirrored files there are. */
  state: (assets: SyncState['assets']) => WantedFile;
}

/** @throws Unusual */
export function nextContent(options: NextOptions): NextContent {
  const { current, read, workspaceWith } = options;
  const known = new Map<string, Known>(Object.entries(current.state.releases));
  const held = holders(current.state.releases);
  const releases: ReleaseEntry[] = [];
  for (const { id, source, prepared } of read) {
    if (!prepared) continue;
    const slug = slugFor(prepared.entry, current, held);
    held.set(slug, id);
    const entry = { ...prepared.entry, slug };
    refuseOlder(entry, current.releases.get(id));
    refuseLosses(entry, current.releases.get(id));
    const types = otherForms(prepared.types, current.workspace.change_types);
    refuseOtherForms(types.types ?? [], current, id);
    known.set(id, { slug, source, ...toldOf(prepared, current.state.releases[id]), ...types });
    releases.push(entry);
  }
  const allPrepared = read.flatMap(({ prepared }) => prepared ?? []);
  const sorted = [...known].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const state = { ...current.state, releases: Object.fromEntries(sorted) };
  const files = [
    ...releases.map((entry) => fileOf(entryPath('releases', entry.slug), entry)),
    ...tables(current, releases, allPrepared),
    fileOf(tableFiles.releaseLog, options.releaseLog(releases, state.releases)),
  ];
  assertWorkspace(current, allPrepared, workspaceWith);
  const written = { ...state.files, ...digestsOf(files) };
  return {
    releases,
    files,
    state: (assets) =>
      fileOf(tableFiles.state, { ...state, files: inOrder(state, written), assets }),
  };
}

/** The one that it has, or that nobody ever had. */
function slugFor(
  entry: ReleaseEntry,
  { state, redirects }: KnownContent,
  held: ReadonlyMap<string, string>,
): string {
  const { id, title, slug: wanted, released_at: since } = entry;
  const slug = assignSlugs([{ id, title, slug: wanted, since }], held).get(id) ?? wanted;
  const before = Object.hasOwn(state.releases, id) ? state.releases[id]?.slug : undefined;
  if (before === slug) return slug;
  if (before !== undefined) throw new Unusual('a release moves to another address');
  if (held.has(slug) || Object.hasOwn(redirects.releases, slug))
    throw new Unusual('a new release asks for an address that is or was in use');
  return slug;
}

/** A record that lags behind would take back what readers have seen. */
function refuseOlder({ updated_at }: ReleaseEntry, before: ReleaseEntry | undefined): void {
  if (updated_at && before?.updated_at && updated_at < before.updated_at)
    throw new Unusual('the record of a release is older than what is known of it');
}

/** Whether others still have what an entry lets go of, nobody knows who has not read them. */
function refuseLosses(entry: ReleaseEntry, before: ReleaseEntry | undefined): void {
  if (!before) return;
  const kept = new Set(refsOf(entry));
  if (refsOf(before).some((ref) => !kept.has(ref)))
    throw new Unusual('a release has lost its project, a label or a type of change');
}

function refsOf({ project, labels, changes }: ReleaseEntry): string[] {
  return [
    ...(project === null ? [] : [`project ${project}`]),
    ...labels.map((id) => `label ${id}`),
    ...changes.flatMap(({ type }) => (type === null ? [] : [`type ${type}`])),
  ];
}

/** A type stands in the table as this release alone may have named it. */
function refuseOtherForms(
  types: readonly ChangeTypeEntry[],
  { state, releases }: KnownContent,
  id: string,
): void {
  const wasOther = new Set(state.releases[id]?.types?.map(({ slug }) => slug));
  const asInTable = releases.get(id)?.changes.filter(({ type }) => !wasOther.has(type ?? ''));
  if (types.some(({ slug }) => asInTable?.some(({ type }) => type === slug)))
    throw new Unusual('a release names a type of changes otherwise than before');
}

function tables(
  { projects, labels, state }: KnownContent,
  releases: readonly ReleaseEntry[],
  prepared: readonly PreparedEntry<ReleaseEntry>[],
): WantedFile[] {
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  const usedProjects = [...ids(projects), ...releases.flatMap(({ project }) => project ?? [])];
  const usedLabels = [...ids(labels), ...releases.flatMap((entry) => entry.labels)];
  const namedProjects = prepared.flatMap(({ project }) => project ?? []);
  const namedLabels = prepared.flatMap((one) => one.labels);
  const nextProjects = projectTable(new Set(usedProjects), namedProjects, projects);
  const nextLabels = labelTable(new Set(usedLabels), namedLabels, labels);
  if (state.labels || nextLabels.length > limits.workspace.labels)
    throw new Unusual('there are more labels than are shown');
  assertKept(projects, nextProjects);
  assertKept(labels, nextLabels);
  return [fileOf(tableFiles.projects, nextProjects), fileOf(tableFiles.labels, nextLabels)];
}

/**
 * Other entries show them too, and a record may be behind: where it has the old name, and is taken
 * back before the walk, nothing would bring the new one again.
 */
function assertKept<Row extends { id: string }>(before: readonly Row[], after: readonly Row[]) {
  const byId = new Map(after.map((row) => [row.id, row]));
  if (before.some((row) => !isDeepStrictEqual(byId.get(row.id), row)))
    throw new Unusual('a label or a project that is there already has another name or colour');
}

/** What it says stands on every page. */
function assertWorkspace(
  { workspace }: KnownContent,
  prepared: readonly PreparedEntry<ReleaseEntry>[],
  workspaceWith: NextOptions['workspaceWith'],
): void {
  const { change_types } = workspace;
  const named = prepared.flatMap(({ entry }) => entry.changes.flatMap(({ type }) => type ?? []));
  const types = new Set([...change_types.map(({ slug }) => slug), ...named]);
  const forms = [...formsIn(change_types), ...prepared.flatMap((one) => one.types)];
  if (!isDeepStrictEqual(workspaceWith({ types, forms }), workspace))
    throw new Unusual('the workspace, or the types of changes that it shows, are others now');
}

function digestsOf(files: readonly WantedFile[]): SyncState['files'] {
  return Object.fromEntries(files.map((file) => [file.path, digestInState(file)]));
}

/** As a walk writes them down: entries by their slugs, then the tables. */
function inOrder(known: Pick<SyncState, EntryKind>, files: SyncState['files']): SyncState['files'] {
  const bySlug = (kind: EntryKind) =>
    Object.values(known[kind])
      .map(({ slug }) => slug)
      .sort()
      .map((slug) => entryPath(kind, slug));
  const paths = [
    ...entryKinds.flatMap(bySlug),
    ...[tableFiles.workspace, tableFiles.projects, tableFiles.labels],
    ...[tableFiles.redirects, tableFiles.roadmapLog, tableFiles.releaseLog],
  ];
  return Object.fromEntries(
    paths.flatMap((path) => (files[path] === undefined ? [] : [[path, files[path]]])),
  );
}
