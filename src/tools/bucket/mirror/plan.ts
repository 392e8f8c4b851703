import { guardRemovals } from '../../../lib/removal-guard.ts';
import { toIsoUtc } from '../../../lib/time/clock.ts';
import { hashedFolder } from '../../../publish/generations/site-paths.ts';
import { type DesiredObject, type DesiredObjects, readersAddress } from './desired.ts';
import type { KnownObject } from './manifest.ts';
import { type Condition, since } from './store/object-store.ts';

// Plans uploads and deletions from the desired and the existing objects. They are ordered in
// stages, so that no link leads to a missing object after any stage.

/**
 * An existing object. Without Waymark's mark (a digest in the metadata), it may belong to another
 * program.
 */
export type ThereObject = Omit<KnownObject, 'mark'> & { mark: string | undefined };

export interface Upload {
  key: string;
  object: DesiredObject;
  condition: Condition;
}

export type MirrorPlan = ReturnType<typeof planMirror>;

export interface PlanOptions {
  desired: DesiredObjects;
  /** Existing objects by key. Foreign objects are included only if the site needs their keys. */
  there: ReadonlyMap<string, ThereObject>;
  /** Addresses of releases and milestones, before and after the change. */
  entries: { before: readonly string[]; now: readonly string[] };
  /** Current time by the store's clock; undefined if the bucket had no manifest. */
  date: Date | undefined;
  isAlone: boolean;
  allowMassDelete: boolean;
}

/**
 * How long files with a hash in their name stay in the bucket after they left the site, in
 * milliseconds.
 */
const reachableMs = 24 * 60 * 60_000;

export function planMirror(options: PlanOptions) {
  const { desired, there, date } = options;
  /** Objects that stay unchanged, by key. */
  const kept = new Map<string, KnownObject>();
  const going: string[] = [];
  for (const [key, { etag, mark = '', left }] of there) {
    const since = isHashed(key) ? reachableSince(left, date) : undefined;
    if (desired.get(key)?.mark === mark) kept.set(key, { etag, mark });
    else if (desired.has(key)) continue;
    else if (since) kept.set(key, { etag, mark, left: since });
    else going.push(key);
  }
  const guarded = guard(going, options);
  for (const key of guarded.withheld) {
    const { etag = '', mark = '' } = there.get(key) ?? {};
    kept.set(key, { etag, mark });
  }
  return { ...guarded, uploads: uploadsOf(options, kept), kept };
}

/** When an object left the site; undefined if it has stayed in the bucket long enough. */
function reachableSince(left: string | undefined, date: Date | undefined): string | undefined {
  const since = left ?? (date && toIsoUtc(date));
  if (!since || !date) return undefined;
  return date.getTime() < Date.parse(since) + reachableMs ? since : undefined;
}

export function isNothingToDo({ uploads, deletions }: MirrorPlan): boolean {
  return uploads.length === 0 && deletions.length === 0;
}

function uploadsOf(
  { desired, there, entries, isAlone }: PlanOptions,
  kept: ReadonlyMap<string, KnownObject>,
): Upload[][] {
  const known = new Set(entries.now);
  const stages: Upload[][] = [];
  for (const [key, object] of desired) {
    if (kept.has(key)) continue;
    const before = there.get(key);
    const stage = uploadStage(key, before === undefined, known);
    const condition = since(before?.etag, isAlone);
    stages[stage] ??= [];
    stages[stage].push({ key, object, condition });
  }
  return stages.filter((stage) => stage !== undefined);
}

/** Withholds deletions if suspiciously many releases and milestones would disappear. */
function guard(going: readonly string[], { entries, allowMassDelete }: PlanOptions) {
  const gone = new Set(going);
  const missing = entries.before.filter((address) => gone.has(`${address}index.html`));
  const guarded = guardRemovals(missing, entries.before.length, allowMassDelete);
  const isWithheld = (key: string) => guarded.withheld.length > 0 && !isHashed(key);
  const removed = going.filter((key) => !isWithheld(key));
  // Pages are deleted first, because they link to the other files.
  const isPage = (key: string) => /\.(?:html|md)$|(?:^|\/)$/.test(key);
  const deletions = [removed.filter(isPage), removed.filter((key) => !isPage(key))];
  return {
    /** Stages of deletions, pages first. Each is a list of keys. */
    deletions: deletions.filter((stage) => stage.length > 0),
    withheld: going.filter(isWithheld),
    /** Addresses of the releases and milestones whose deletion is withheld. */
    withheldEntries: guarded.withheld,
  };
}

// Order of uploads: new files before changed files, because the changed files may link to the new
// ones. Within each group, a file comes after the files that it links to.

/**
 * Files whose names depend on their content. They come first, because any file may link to them.
 */
const named = new RegExp(`^(?:${hashedFolder}|assets/|cards/)`);

/**
 * Ranks of files that contain links. Files with a lower rank are uploaded first. The first matching
 * pattern applies.
 */
const kinds: readonly [kind: number, keys: RegExp][] = [
  [2, /^(?:index\.html)?$/],
  [1, /\.html$|\/$/],
  [4, /^sitemap[^/]*\.xml$/],
  [5, /^search\//],
  [6, /^latest\.json$/],
  // All other files, such as feeds and other machine-readable documents.
  [3, /./],
];

/**
 * The number of the stage in which an object is uploaded. Stages are carried out in ascending
 * order.
 * @param entries addresses of releases and milestones
 */
function uploadStage(key: string, isNew: boolean, entries: ReadonlySet<string>): number {
  if (named.test(key)) return 0;
  const [kind] = kinds.find(([, keys]) => keys.test(key)) ?? [0];
  return (isNew ? 1 : 2 + kinds.length) + (isOfEntry(key, entries) ? 0 : kind);
}

/**
 * Whether the object is the page of a release or milestone, or the Markdown version of such a page.
 */
function isOfEntry(key: string, entries: ReadonlySet<string>): boolean {
  return entries.has(readersAddress(key)) || entries.has(key.replace(/\.md$/, '/'));
}

/**
 * Whether the file has a hash in its name. Pages that are open in a browser may still request such
 * a file after it left the site.
 */
export function isHashed(key: string): boolean {
  return key.startsWith(hashedFolder);
}
