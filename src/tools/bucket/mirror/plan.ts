import { guardRemovals } from '../../../lib/removal-guard.ts';
import { toIsoUtc } from '../../../lib/time/clock.ts';
import { hashedFolder } from '../../../publish/generations/site-paths.ts';
import { type DesiredObject, type DesiredObjects, readersAddress } from './desired.ts';
import type { KnownObject } from './manifest.ts';
import { type Condition, since } from './store/object-store.ts';

// Plans uploads in stages, and deletions, from the desired and existing objects. After each stage,
// no link leads to a missing object.

/** An existing object; without a mark, its origin is unknown. */
export type ThereObject = Omit<KnownObject, 'mark'> & { mark: string | undefined };

export interface Upload {
  key: string;
  object: DesiredObject;
  condition: Condition;
}

export interface MirrorPlan {
  /** Stages, in order. */
  uploads: Upload[][];
  /** Keys in stages; pages first. */
  deletions: string[][];
  /** Keys that stay because too many releases and milestones would go. */
  withheld: string[];
  /** Addresses of those releases and milestones. */
  withheldEntries: string[];
  /** Unchanged objects by key. */
  kept: Map<string, KnownObject>;
}

export interface PlanOptions {
  desired: DesiredObjects;
  /** By key, without foreign objects unless they are in the way. */
  there: ReadonlyMap<string, ThereObject>;
  /** Addresses of releases and milestones. */
  entries: { before: readonly string[]; now: readonly string[] };
  /** By the store's clock; undefined if there was no manifest. */
  date: Date | undefined;
  /** Whether this is the only publisher. */
  isAlone: boolean;
  allowMassDelete: boolean;
}

/** How long hashed files stay after they left the site, in milliseconds. */
const reachableMs = 24 * 60 * 60_000;

export function planMirror(options: PlanOptions): MirrorPlan {
  const { desired, there, date } = options;
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

/** Since when an object that must stay is not part of the site. */
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

/** Withholds deletions of suspiciously many releases and milestones. */
function guard(going: readonly string[], { entries, allowMassDelete }: PlanOptions) {
  const gone = new Set(going);
  const missing = entries.before.filter((address) => gone.has(`${address}index.html`));
  const guarded = guardRemovals(missing, entries.before.length, allowMassDelete);
  const isWithheld = (key: string) => guarded.withheld.length > 0 && !isHashed(key);
  const removed = going.filter((key) => !isWithheld(key));
  // Pages are deleted before the files that only pages request.
  const isPage = (key: string) => /\.(?:html|md)$|(?:^|\/)$/.test(key);
  const deletions = [removed.filter(isPage), removed.filter((key) => !isPage(key))];
  return {
    deletions: deletions.filter((stage) => stage.length > 0),
    withheld: going.filter(isWithheld),
    withheldEntries: guarded.withheld,
  };
}

// Upload order: new files before changed ones, since existing pages only link to the latter; in
// both, files with links after the files that they link to.

/** Files named by their content. Anything may link to them. */
const named = new RegExp(`^(?:${hashedFolder}|assets/|cards/)`);

/** Rank of files with links; the first match counts. */
const kinds: readonly [kind: number, keys: RegExp][] = [
  [2, /^(?:index\.html)?$/],
  [1, /\.html$|\/$/],
  [4, /^sitemap[^/]*\.xml$/],
  [5, /^search\//],
  [6, /^latest\.json$/],
  // Feeds and machine-readable documents.
  [3, /./],
];

/**
 * The stage of an object, lower ones first.
 * @param entries addresses of releases and milestones
 */
function uploadStage(key: string, isNew: boolean, entries: ReadonlySet<string>): number {
  if (named.test(key)) return 0;
  const [kind] = kinds.find(([, keys]) => keys.test(key)) ?? [0];
  return (isNew ? 1 : 2 + kinds.length) + (isOfEntry(key, entries) ? 0 : kind);
}

/** Whether it is a release's or milestone's page, or its Markdown version. */
function isOfEntry(key: string, entries: ReadonlySet<string>): boolean {
  return entries.has(readersAddress(key)) || entries.has(key.replace(/\.md$/, '/'));
}

/** Whether open pages may still request a file after it left the site. */
export function isHashed(key: string): boolean {
  return key.startsWith(hashedFolder);
}
