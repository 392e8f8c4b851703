import { guardRemovals } from '../../../lib/removal-guard.ts';
import { toIsoUtc } from '../../../lib/time/clock.ts';
import { hashedFolder } from '../../../publish/generations/site-paths.ts';
import { type DesiredObject, type DesiredObjects, readersAddress } from './desired.ts';
import type { KnownObject } from './manifest.ts';
import { type Condition, since } from './store/object-store.ts';

// Takes what a bucket is to hold and what it holds; gives what goes up, in stages, and what goes.
// Nothing that readers can be led to is missing after any part of it.

/** An object that is there; without a mark, nobody knows what it is. */
export type ThereObject = Omit<KnownObject, 'mark'> & { mark: string | undefined };

export interface Upload {
  key: string;
  object: DesiredObject;
  condition: Condition;
}

export interface MirrorPlan {
  /** One stage after the other. */
  uploads: Upload[][];
  /** Keys; what readers are led to first. */
  deletions: string[][];
  /** Keys that would go, but for how many releases and milestones would. */
  withheld: string[];
  /** Addresses of those. */
  withheldEntries: string[];
  /** What stays as it is, by key. */
  kept: Map<string, KnownObject>;
}

export interface PlanOptions {
  desired: DesiredObjects;
  /** By key; nothing in it that somebody else put there, but where something is wanted. */
  there: ReadonlyMap<string, ThereObject>;
  /** Addresses of releases and milestones. */
  entries: { before: readonly string[]; now: readonly string[] };
  /** By the store's clock; undefined where nothing is known of what was there before. */
  date: Date | undefined;
  /** Whether nobody else publishes there. */
  isAlone: boolean;
  allowMassDelete: boolean;
}

/** How long a style sheet or script stays reachable after it left the site, in milliseconds. */
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

/** Since when an object is no part of the site any more that has to be there all the same. */
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
    const condition = isAlone ? any : since(before?.etag);
    stages[stage] ??= [];
    stages[stage].push({ key, object, condition });
  }
  return stages.filter((stage) => stage !== undefined);
}

/** Of deletions, those that happen, unless they are of suspiciously many releases and milestones. */
function guard(going: readonly string[], { entries, allowMassDelete }: PlanOptions) {
  const gone = new Set(going);
  const missing = entries.before.filter((address) => gone.has(`${address}index.html`));
  const guarded = guardRemovals(missing, entries.before.length, allowMassDelete);
  const isWithheld = (key: string) => guarded.withheld.length > 0 && !isHashed(key);
  const removed = going.filter((key) => !isWithheld(key));
  // What readers are led to goes before what only pages ask for.
  const isPage = (key: string) => /\.(?:html|md)$|(?:^|\/)$/.test(key);
  const deletions = [removed.filter(isPage), removed.filter((key) => !isPage(key))];
  return {
    deletions: deletions.filter((stage) => stage.length > 0),
    withheld: going.filter(isWithheld),
    withheldEntries: guarded.withheld,
  };
}

const any: Condition = { kind: 'any' };

// In which order files go up, so that nothing leads to what is not there: what is new before what
// changes, as only what changes is led to by what readers have; and in each of the two, what leads
// to others after them.

/** Files whose names stand for what is in them: anything may lead to them. */
const named = new RegExp(`^(?:${hashedFolder}|assets/|cards/)`);

/** What leads to others, the first that fits: from lists to what is asked for first. */
const kinds: readonly [kind: number, keys: RegExp][] = [
  [2, /^(?:index\.html)?$/],
  [1, /\.html$|\/$/],
  [4, /^sitemap[^/]*\.xml$/],
  [5, /^search\//],
  [6, /^latest\.json$/],
  // Feeds, and documents for programs.
  [3, /./],
];

/**
 * When an object goes up: those with a lower number first, all of them before the next.
 * @param entries addresses of releases and milestones
 */
function uploadStage(key: string, isNew: boolean, entries: ReadonlySet<string>): number {
  if (named.test(key)) return 0;
  const [kind] = kinds.find(([, keys]) => keys.test(key)) ?? [0];
  return (isNew ? 1 : 2 + kinds.length) + (isOfEntry(key, entries) ? 0 : kind);
}

/** Whether it is the page of a release or a milestone, or its Markdown version. */
function isOfEntry(key: string, entries: ReadonlySet<string>): boolean {
  return entries.has(readersAddress(key)) || entries.has(key.replace(/\.md$/, '/'));
}

/** Whether a file is one that open pages may still ask for when it is no part of the site any more. */
export function isHashed(key: string): boolean {
  return key.startsWith(hashedFolder);
}
