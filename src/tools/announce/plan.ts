import { foldName } from '../../lib/text/text.ts';
import type { Correction } from '../../model/content/release-log.ts';
import type { Target, TargetRules } from './announce-file.ts';
import { type Ledger, type Row, rowKey } from './ledger.ts';

// Decides what is announced where. A function of values: the ledger, the items of the content, the
// targets and the time.

/** A release, or a correction that needs action. */
export interface Item {
  /** Id of the release; for a correction, followed by `@` and its time. */
  id: string;
  slug: string;
  /** What the release's page shows once it is live. */
  mark: string;
  /** Project, version or title, and day: an import may give a release another id, but not another name. */
  name: string;
  /** The time of the release or of the correction, RFC 3339. */
  at: string;
  correction?: Correction;
  isPreRelease: boolean;
  /** Names of the targets that somebody chose, which then replace all rules; empty for a quiet one. */
  channels?: string[] | undefined;
  projects: readonly string[];
  labels: readonly string[];
  types: readonly string[];
}

/** One message. More than `maxApart` items share one. */
export interface Batch {
  target: Target;
  items: Item[];
}

/** Messages that may have arrived: all, or those of a target or an item. */
type Unknown = string | boolean | undefined;

export interface Wishes {
  /** Also sends more than `maxUnasked` items. */
  yes: boolean;
  /** What is sent again. */
  retryUnknown?: Unknown;
  /** What has arrived. */
  confirmUnknown?: Unknown;
}

export type AnnouncePlan = ReturnType<typeof planAnnouncements>;

/** Items that are older than this are never announced, in milliseconds. */
const maxAge = 7 * 24 * 3600_000;
/** How long the ledger remembers items and rows, in milliseconds. */
const memory = { seen: 4 * maxAge, rows: 52 * maxAge };
/** At most this many items that go live together have a message of their own. */
const maxApart = 3;
/** More new items in one run look like an accident. */
const maxUnasked = 10;

export function planAnnouncements(
  before: Ledger,
  items: readonly Item[],
  targets: readonly Target[],
  { now, ...wishes }: Wishes & { now: Date },
) {
  const at = now.toISOString();
  const age = (one: { at: string }) => now.getTime() - Date.parse(one.at);
  const known = before.rows.filter((row) => age(row) <= memory.rows);
  const rows = known.map((row) => settle(row, wishes, at));
  const rowsByKey = new Map(rows.map((row) => [rowKey(row), row]));
  const ids = new Set(items.map(({ id }) => id));
  const seenById = new Map(Object.entries(before.seen));
  const former = [...seenById].filter(([id]) => !ids.has(id));
  // A name is known if an import gave its release another id, so that the former id is gone.
  const formerNames = new Set(former.map(([, { name }]) => name));

  const isDue = (item: Item, target: Target): boolean => {
    const row = rowsByKey.get(rowKey({ target: target.name, item: item.id }));
    if (row) return /held|failed/.test(row.state) && age(item) <= 2 * maxAge;
    if (formerNames.has(item.name) || age(item) > maxAge) return false;
    const seen = seenById.get(item.id);
    // Channels may be chosen after a release was seen.
    return !seen || (hasChosen(item, target) && !hasChosen(seen, target));
  };
  const isKnown = ({ name }: Target) => Object.hasOwn(before.targets, name);
  const [old, added] = [targets.filter(isKnown), targets.filter((one) => !isKnown(one))];
  const own = (target: Target) => items.filter((item) => fits(item, target));
  const due = (target: Target) => own(target).filter((item) => isDue(item, target));
  const batches = old.flatMap((target) => toBatches(target, due(target)));
  const names = new Set(items.map(({ name }) => name));
  const sent = new Set(rows.filter(({ state }) => state === 'sent').map(({ item }) => item));
  const seen = [
    ...former.map(([id, one]) => [id, { ...one, gone: true }] as const),
    ...items.map(({ id, name, at, channels }) => [id, { name, at, channels }] as const),
  ];
  const ledger: Ledger = {
    version: 1,
    targets: { ...Object.fromEntries(added.map(({ name }) => [name, {}])), ...before.targets },
    seen: Object.fromEntries(seen.filter(([, one]) => age(one) <= memory.seen)),
    rows,
  };
  return {
    /** The ledger with everything that is decided before a message is sent. */
    ledger,
    batches,
    /** Whether there is too much to be sent without `yes`. */
    isHeld: !wishes.yes && new Set(batches.flatMap((one) => one.items)).size > maxUnasked,
    /** Number of items that a first run or a new target only takes note of, by target. */
    baseline: new Map(added.map((one) => [one.name, own(one).length])),
    /** Names of announced items that the content lacks since this run. Their messages stay. */
    withdrawn: former
      .filter(([id, { name, gone }]) => sent.has(id) && !gone && !names.has(name))
      .map(([, { name }]) => name),
  };
}

/** Whether somebody chose a target for an item. */
function hasChosen({ channels }: Pick<Item, 'channels'>, { name }: Target): boolean {
  return channels?.includes(name) ?? false;
}

/** The rows of a batch. @param now the time of the change */
export function rowsOf(
  { target, items }: Batch,
  now: Date,
  stateOf: (item: Item) => Pick<Row, 'state' | 'why'>,
): Row[] {
  const row = { target: target.name, at: now.toISOString() };
  return items.map((item) => ({ ...row, item: item.id, ...stateOf(item) }));
}

/** Rows that a process left when it died become `unknown`. The maintainer decides about these. */
function settle(row: Row, { confirmUnknown, retryUnknown }: Wishes, at: string): Row {
  const { state, target, item, why = 'the program ended while it was sending' } = row;
  const isMeant = (which: Unknown) => which === true || which === target || which === item;
  if (state !== 'claimed' && state !== 'unknown') return row;
  if (isMeant(confirmUnknown)) return { target, item, state: 'sent', at };
  if (isMeant(retryUnknown)) return { target, item, state: 'failed', at, why };
  return state === 'unknown' ? row : { target, item, state: 'unknown', at, why };
}

function fits(item: Item, target: Target): boolean {
  if (item.correction && target.corrections !== 'action') return false;
  return item.channels?.includes(target.name) ?? fitsRules(item, target);
}

/** Whether the rules of a target choose a release. */
export function fitsRules(
  item: Pick<Item, 'isPreRelease' | 'projects' | 'labels' | 'types'>,
  rules: TargetRules,
): boolean {
  const hasOne = (kind: 'projects' | 'labels' | 'types') => {
    const own = item[kind].map(foldName);
    return rules[kind]?.some((name) => own.includes(foldName(name))) ?? true;
  };
  const isStable = !item.isPreRelease || !rules.stable;
  return isStable && hasOne('projects') && hasOne('labels') && hasOne('types');
}

function toBatches(target: Target, due: readonly Item[]): Batch[] {
  const releases = due.filter((item) => !item.correction);
  const isMany = releases.length > maxApart;
  const apart = due.filter((item) => item.correction || !isMany);
  const together = isMany ? [{ target, items: releases }] : [];
  return [...together, ...apart.map((item) => ({ target, items: [item] }))];
}
