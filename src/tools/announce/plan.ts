import type { Correction } from '../../model/content/release-log.ts';
import type { Target, TargetRules } from './announce-file.ts';
import { type Ledger, type Row, rowKey, withRows } from './ledger.ts';

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
  channels: string[] | undefined;
  project: string | undefined;
  labels: readonly string[];
  types: readonly string[];
}

/** One message. More than `maxApart` items share one. */
export interface Batch {
  target: Target;
  items: Item[];
}

export interface AnnouncePlan {
  /** The ledger with everything that is decided before a message is sent. */
  ledger: Ledger;
  batches: Batch[];
  /** Whether nothing may be sent, because there is too much. The ledger then has it as held. */
  isHeld: boolean;
  /** Number of items that a first run or a new target only takes note of, by target. */
  baseline: Map<string, number>;
  /** Announced items that the content lacks since this run. Their messages stay where they are. */
  withdrawn: string[];
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

/** Items that are older than this are never announced, in milliseconds. */
const maxAge = 7 * 24 * 3600_000;
/** How long the ledger remembers items and rows, in milliseconds. */
const memory = { seen: 4 * maxAge, rows: 52 * maxAge };
/** At most this many items that go live together have a message of their own. */
const maxApart = 3;
/** More new items in one run look like an accident. */
const maxUnasked = 10;

export const heldWhy = 'more than ten at once: --yes sends them';

export function planAnnouncements(
  before: Ledger,
  items: readonly Item[],
  targets: readonly Target[],
  { now, ...wishes }: Wishes & { now: Date },
): AnnouncePlan {
  const at = now.toISOString();
  const age = (time: string) => now.getTime() - Date.parse(time);
  const known = before.rows
    .filter((row) => age(row.at) <= memory.rows)
    .map((row) => settle(row, wishes, at));
  const rowOf = new Map(known.map((row) => [rowKey(row.target, row.item), row]));
  const seenById = new Map(Object.entries(before.seen));
  const ids = new Set(items.map(({ id }) => id));
  const former = [...seenById].filter(([id]) => !ids.has(id));
  // A name is known if an import gave its release another id, so that the former id is gone.
  const formerNames = new Set(former.map(([, { name }]) => name));

  const isDue = (item: Item, target: Target): boolean => {
    const row = rowOf.get(rowKey(target.name, item.id));
    if (row) return /held|failed/.test(row.state) && age(item.at) <= 2 * maxAge;
    if (formerNames.has(item.name) || age(item.at) > maxAge) return false;
    const one = seenById.get(item.id);
    const isChosen = (channels?: string[]) => channels?.includes(target.name) ?? false;
    // Channels may be chosen after a release was seen.
    return !one || (isChosen(item.channels) && !isChosen(one.channels));
  };
  const own = (target: Target) => items.filter((item) => fits(item, target));
  const isKnown = ({ name }: Target) => Object.hasOwn(before.targets, name);
  const batches = targets.filter(isKnown).flatMap((target) => {
    const due = own(target).filter((item) => isDue(item, target));
    return toBatches(target, due);
  });
  const isHeld = !wishes.yes && new Set(batches.flatMap((one) => one.items)).size > maxUnasked;
  const held = batches.flatMap((one) => rowsOf(one, at, () => ({ state: 'held', why: heldWhy })));

  const names = new Set(items.map(({ name }) => name));
  const sent = new Set(known.flatMap(({ item, state }) => (state === 'sent' ? item : [])));
  const all: [string, Seen][] = [
    ...former.map(([id, one]): [string, Seen] => [id, { ...one, gone: true }]),
    ...items.map(({ id, name, at, channels }): [string, Seen] => [id, { name, at, channels }]),
  ];
  const ledger: Ledger = {
    version: 1,
    targets: { ...Object.fromEntries(targets.map(({ name }) => [name, {}])), ...before.targets },
    seen: Object.fromEntries(all.filter(([, one]) => age(one.at) <= memory.seen)),
    rows: known,
  };
  return {
    ledger: withRows(ledger, isHeld ? held : []),
    batches,
    isHeld,
    baseline: new Map(
      targets.filter((one) => !isKnown(one)).map((one) => [one.name, own(one).length]),
    ),
    withdrawn: former.flatMap(([id, { name, gone }]) =>
      sent.has(id) && !gone && !names.has(name) ? name : [],
    ),
  };
}

type Seen = Ledger['seen'][string];

/** The rows of a batch. @param at the time of the change, RFC 3339 in UTC */
export function rowsOf(
  { target, items }: Batch,
  at: string,
  stateOf: (item: Item) => Pick<Row, 'state' | 'why'>,
): Row[] {
  return items.map((item) => ({ target: target.name, item: item.id, at, ...stateOf(item) }));
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
  item: Pick<Item, 'isPreRelease' | 'project' | 'labels' | 'types'>,
  { projects, labels, types, stable }: TargetRules,
): boolean {
  const hasOne = (names: readonly string[] | undefined, own: readonly (string | undefined)[]) =>
    !names || names.some((name) => own.some((one) => one?.toLowerCase() === name.toLowerCase()));
  return (
    !(stable && item.isPreRelease) &&
    hasOne(projects, [item.project]) &&
    hasOne(labels, item.labels) &&
    hasOne(types, item.types)
  );
}

function toBatches(target: Target, due: readonly Item[]): Batch[] {
  const releases = due.filter((item) => !item.correction);
  const isMany = releases.length > maxApart;
  const apart = due.filter((item) => item.correction || !isMany);
  const together = isMany ? [{ target, items: releases }] : [];
  return [...together, ...apart.map((item) => ({ target, items: [item] }))];
}
