import { isDeepStrictEqual } from 'node:util';
import type { ChangeTypeEntry, ReleaseEntry, WorkspaceEntry } from '../../model/content/content.ts';
import { type EntryKind, entryKinds } from '../../model/content/entry-kinds.ts';
import type { ReleaseLog } from '../../model/content/release-log.ts';
import type { Known, SyncState } from '../../model/content/sync-state.ts';
import { limits } from '../../model/limits.ts';
import { entryPath, tableFiles } from '../../store/layout.ts';
import { type DesiredFile, digestInState, renderFile } from '../plan/desired-content.ts';
import { idsBySlug, reportedFields } from '../plan/merge.ts';
import { formsIn, otherForms } from '../plan/type-forms.ts';
import type { PreparedEntry } from '../prepare/prepare-rows.ts';
import { assignSlugs } from '../prepare/slugs.ts';
import { buildLabelTable, buildProjectTable } from '../prepare/tables.ts';
import { type KnownContent, NeedsFullSync } from './known-content.ts';

// Plans which files to write after a few releases were read by id. A change that affects other
// entries or removes something needs a full sync instead.

/** A public release that was read from the API. */
export interface PublicRelease {
  id: string;
  /** Digest of everything that the entry is made from. */
  source: string;
  /** The new entry; undefined if the current entry is still valid. */
  prepared: PreparedEntry<ReleaseEntry> | undefined;
}

interface NextOptions {
  current: KnownContent;
  read: readonly PublicRelease[];
  /**
   * Builds the log of releases. `after` has the new entries, `known` the new state of all releases.
   */
  releaseLog: (after: readonly ReleaseEntry[], known: SyncState['releases']) => ReleaseLog;
  /**
   * Builds the workspace entry for the types of changes in use. `types` has the slugs of these
   * types. `forms` has the types that the workspace does not list, with the titles and colours from
   * releases.
   */
  workspaceWith: (used: { types: ReadonlySet<string>; forms: ChangeTypeEntry[] }) => WorkspaceEntry;
}

export type NextContent = ReturnType<typeof planNextContent>;

/** @throws NeedsFullSync if a change affects other entries or removes anything */
export function planNextContent(options: NextOptions) {
  const { current, read, workspaceWith } = options;
  const known = new Map<string, Known>(Object.entries(current.state.releases));
  const idBySlug = idsBySlug(current.state.releases);
  const releases: ReleaseEntry[] = [];
  for (const { id, source, prepared } of read) {
    if (!prepared) continue;
    const slug = slugFor(prepared.entry, current, idBySlug);
    idBySlug.set(slug, id);
    const entry = { ...prepared.entry, slug };
    refuseOlder(entry, current.releases.get(id));
    refuseLosses(entry, current.releases.get(id));
    const types = otherForms(prepared.types, current.workspace.change_types);
    refuseOtherForms(types.types ?? [], current, id);
    known.set(id, {
      slug,
      source,
      ...reportedFields(prepared, current.state.releases[id]),
      ...types,
    });
    releases.push(entry);
  }
  const allPrepared = read.flatMap(({ prepared }) => prepared ?? []);
  const sorted = [...known].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const state = { ...current.state, releases: Object.fromEntries(sorted) };
  const files = [
    ...releases.map((entry) => renderFile(entryPath('releases', entry.slug), entry)),
    ...buildNextTables(current, releases, allPrepared),
    renderFile(tableFiles.releaseLog, options.releaseLog(releases, state.releases)),
  ];
  assertWorkspaceUnchanged(current, allPrepared, workspaceWith);
  const digests = files.map((file) => [file.path, digestInState(file)]);
  const written = { ...state.files, ...Object.fromEntries(digests) };
  return {
    /** The releases that were prepared. */
    releases,
    /** All files except the state file. Some of them may be unchanged. */
    files,
    /** Renders the state file, once the mirrored files are known. */
    state: (assets: SyncState['assets']) =>
      renderFile(tableFiles.state, { ...state, files: sortFiles(state, written), assets }),
  };
}

/**
 * The release's current slug or, for a new release, a slug that no other release has or had.
 * @throws NeedsFullSync if the slug has changed, or if another release has or had it
 */
function slugFor(
  entry: ReleaseEntry,
  { state, redirects }: KnownContent,
  idBySlug: ReadonlyMap<string, string>,
): string {
  const { id, title, slug: requested, released_at: since } = entry;
  const slug = assignSlugs([{ id, title, slug: requested, since }], idBySlug).get(id) ?? requested;
  const before = Object.hasOwn(state.releases, id) ? state.releases[id]?.slug : undefined;
  if (before === slug) return slug;
  if (before !== undefined) throw new NeedsFullSync('the slug of a release has changed');
  if (idBySlug.has(slug) || Object.hasOwn(redirects.releases, slug))
    throw new NeedsFullSync('the slug of a new release is or was in use');
  return slug;
}

/**
 * Refuses a record that is older than the entry, for example because it comes from a cache. Such a
 * record would revert a change that readers have already seen.
 */
function refuseOlder({ updated_at }: ReleaseEntry, before: ReleaseEntry | undefined): void {
  if (updated_at && before?.updated_at && updated_at < before.updated_at)
    throw new NeedsFullSync('the record of a release is older than its entry');
}

/**
 * Refuses a release that has lost its project, a label or a type: only a full sync can tell whether
 * other entries still use it.
 */
function refuseLosses(entry: ReleaseEntry, before: ReleaseEntry | undefined): void {
  if (!before) return;
  const refs = new Set(refsOf(entry));
  if (refsOf(before).some((ref) => !refs.has(ref)))
    throw new NeedsFullSync('a release has lost its project, a label or a type of change');
}

function refsOf({ project, labels, changes }: ReleaseEntry): string[] {
  return [
    ...(project === null ? [] : [`project ${project}`]),
    ...labels.map((id) => `label ${id}`),
    ...changes.flatMap(({ type }) => (type === null ? [] : [`type ${type}`])),
  ];
}

/**
 * Refuses a new title or colour for a type of change: the table may have the old title and colour
 * from this release alone, and would then have to change.
 */
function refuseOtherForms(
  types: readonly ChangeTypeEntry[],
  { state, releases }: KnownContent,
  id: string,
): void {
  const wasOther = new Set(state.releases[id]?.types?.map(({ slug }) => slug));
  const asInTable = releases.get(id)?.changes.filter(({ type }) => !wasOther.has(type ?? ''));
  if (types.some(({ slug }) => asInTable?.some(({ type }) => type === slug)))
    throw new NeedsFullSync('a release has another title or colour for a type of change');
}

function buildNextTables(
  { projects, labels, state, redirects }: KnownContent,
  releases: readonly ReleaseEntry[],
  prepared: readonly PreparedEntry<ReleaseEntry>[],
): DesiredFile[] {
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  const usedProjects = [...ids(projects), ...releases.flatMap(({ project }) => project ?? [])];
  const usedLabels = [...ids(labels), ...releases.flatMap((entry) => entry.labels)];
  const namedProjects = prepared.flatMap(({ project }) => project ?? []);
  const namedLabels = prepared.flatMap((one) => one.labels);
  const nextProjects = buildProjectTable(new Set(usedProjects), namedProjects, projects);
  const nextLabels = buildLabelTable(new Set(usedLabels), namedLabels, labels);
  if (state.labels || nextLabels.length > limits.workspace.labels)
    throw new NeedsFullSync('there are more labels than the site shows');
  if (nextProjects.some(({ slug }) => Object.hasOwn(redirects.projects ?? {}, slug)))
    throw new NeedsFullSync('the slug of a new project was in use');
  assertRowsUnchanged(projects, nextProjects);
  assertRowsUnchanged(labels, nextLabels);
  return [renderFile(tableFiles.projects, nextProjects), renderFile(tableFiles.labels, nextLabels)];
}

/**
 * Refuses a new name or colour for an existing label or project. Other entries show the label or
 * project too, and this record may be outdated.
 */
function assertRowsUnchanged<Row extends { id: string }>(
  before: readonly Row[],
  after: readonly Row[],
) {
  const byId = new Map(after.map((row) => [row.id, row]));
  if (before.some((row) => !isDeepStrictEqual(byId.get(row.id), row)))
    throw new NeedsFullSync('an existing label or project has another name or colour');
}

/** Refuses a change to the workspace entry, because its data is on every page. */
function assertWorkspaceUnchanged(
  { workspace }: KnownContent,
  prepared: readonly PreparedEntry<ReleaseEntry>[],
  workspaceWith: NextOptions['workspaceWith'],
): void {
  const { change_types } = workspace;
  const named = prepared.flatMap(({ entry }) => entry.changes.flatMap(({ type }) => type ?? []));
  const types = new Set([...change_types.map(({ slug }) => slug), ...named]);
  const forms = [...formsIn(change_types), ...prepared.flatMap((one) => one.types)];
  if (!isDeepStrictEqual(workspaceWith({ types, forms }), workspace))
    throw new NeedsFullSync('the workspace or its change types have changed');
}

/**
 * Sorts files as a full sync does: entries by slug, then the tables. Both kinds of sync must write
 * the same bytes for the same content.
 */
function sortFiles(
  known: Pick<SyncState, EntryKind>,
  files: SyncState['files'],
): SyncState['files'] {
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
