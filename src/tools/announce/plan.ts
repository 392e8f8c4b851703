import { foldName } from '../../lib/text/text.ts';
import type { Target, TargetRules } from './announce-file.ts';
import type { Ledger, Row } from './ledger.ts';
import type { Item } from './read-news.ts';

// Decides what is announced where. A function of values: the ledger, the items of the content, the
// targets and the time.

/** An item that is announced at a target, and its row in the ledger. */
export interface Due {
  target: Target;
  item: Item;
  row: Row;
}

/** Of messages that may have arrived, all are meant, or those of a target or an item. */
export interface Wishes {
  /** Also sends more than `maxUnasked` items. */
  yes: boolean;
  /** What is sent again. */
  retryUnknown?: string | boolean | undefined;
  /** What has arrived. */
  confirmUnknown?: string | boolean | undefined;
}

const rowKey = (target: string, item: string) => `${target}\n${item}`;

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
  const rows = new Map(known.map((row) => [rowKey(row.target, row.item), settle(row, wishes, at)]));
  const settled = [...rows.values()];
  const sent = new Set(settled.filter(({ state }) => state === 'sent').map(({ item }) => item));
  const ids = new Set(items.map(({ id }) => id));
  const names = new Set(items.map(({ name }) => name));
  const seen = new Map(Object.entries(before.seen));
  const former = [...seen].filter(([id]) => !ids.has(id));
  // A name is known if an import gave its release another id, so that the former id is gone.
  const formerNames = new Set(former.map(([, { name }]) => name));

  const isDue = (item: Item, { name }: Target): boolean => {
    const row = rows.get(rowKey(name, item.id));
    if (row) return /held|failed/.test(row.state) && age(item) <= 2 * maxAge;
    if (formerNames.has(item.name) || age(item) > maxAge) return false;
    const was = seen.get(item.id);
    // Channels may be chosen after a release was seen.
    return !was || (!was.channels?.includes(name) && item.channels?.includes(name) === true);
  };
  const isKnown = ({ name }: Target) => Object.hasOwn(before.targets, name);
  const added = targets.filter((one) => !isKnown(one));
  const own = (target: Target) => items.filter((item) => fits(item, target));
  const pairs = targets
    .filter(isKnown)
    .flatMap((target) => own(target).map((item) => ({ target, item })))
    .filter(({ target, item }) => isDue(item, target));
  // Whether there is too much to be sent without `yes`.
  const isHeld = !wishes.yes && new Set(pairs.map(({ item }) => item)).size > maxUnasked;
  const claim: Pick<Row, 'state' | 'why'> = isHeld
    ? { state: 'held', why: 'more than ten at once: --yes sends them' }
    : { state: 'claimed' };
  const due = pairs.map(({ target, item }): Due => {
    return { target, item, row: { target: target.name, item: item.id, at, ...claim } };
  });
  for (const { row } of due) rows.set(rowKey(row.target, row.item), row);
  const noted = [
    ...former.map(([id, one]) => [id, { ...one, gone: true }] as const),
    ...items.map(({ id, name, at, channels }) => [id, { name, at, channels }] as const),
  ];
  const ledger: Ledger = {
    version: 1,
    targets: { ...Object.fromEntries(added.map(({ name }) => [name, {}])), ...before.targets },
    seen: Object.fromEntries(noted.filter(([, one]) => age(one) <= memory.seen)),
    rows: [...rows.values()],
  };
  return {
    /** The ledger with everything that is decided before a message is sent. */
    ledger,
    due,
    /** Number of items that a first run or a new target only takes note of, by target. */
    baseline: new Map(added.map((one) => [one.name, own(one).length])),
    /** Names of announced items that the content lacks since this run. Their messages stay. */
    withdrawn: former
      .filter(([id, { name, gone }]) => sent.has(id) && !gone && !names.has(name))
      .map(([, { name }]) => name),
    /** Projects that rules name, but no release has. */
    unknownProjects: targets.flatMap(({ name: target, projects = [] }) =>
      projects
        .filter((project) => !items.some((item) => isNamed(project, item.projects)))
        .map((project) => ({ target, project })),
    ),
  };
}

function isNamed(name: string, names: readonly string[]): boolean {
  return names.map(foldName).includes(foldName(name));
}

/** Divides what is due into messages. More than `maxApart` releases share one at each target. */
export function toMessages<T extends Due>(all: readonly T[]): { target: Target; due: T[] }[] {
  return [...Map.groupBy(all, ({ target }) => target)].flatMap(([target, own]) => {
    const isMany = own.filter(({ item }) => !item.isCorrection).length > maxApart;
    const keyOf = ({ item }: Due) => (isMany && !item.isCorrection ? target : item);
    return Array.from(Map.groupBy(own, keyOf).values(), (due) => ({ target, due }));
  });
}

/** Rows that a process left when it died become `unknown`. The maintainer decides about these. */
function settle(row: Row, { confirmUnknown, retryUnknown }: Wishes, at: string): Row {
  const { state, target, item, why = 'the program ended while it was sending' } = row;
  const isMeant = (which: unknown) => which === true || which === target || which === item;
  if (state !== 'claimed' && state !== 'unknown') return row;
  if (isMeant(confirmUnknown)) return { target, item, state: 'sent', at };
  if (isMeant(retryUnknown)) return { target, item, state: 'failed', at, why };
  return state === 'unknown' ? row : { target, item, state: 'unknown', at, why };
}

function fits(item: Item, target: Target): boolean {
  if (item.isCorrection && target.corrections !== 'action') return false;
  return item.channels?.includes(target.name) ?? fitsRules(item, target);
}

type Named = 'projects' | 'labels' | 'types';

/** Whether the rules of a target choose a release. */
export function fitsRules(
  item: Pick<Item, 'isPreRelease'> & Record<Named, readonly string[]>,
  rules: TargetRules,
): boolean {
  const hasOne = (kind: Named) => rules[kind]?.some((name) => isNamed(name, item[kind])) ?? true;
  const isStable = !item.isPreRelease || !rules.stable;
  return isStable && hasOne('projects') && hasOne('labels') && hasOne('types');
}
