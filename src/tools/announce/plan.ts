import type { Target, TargetRules } from './announce-file.ts';
import { type Ledger, type Row, withRows } from './ledger.ts';

// Decides what is announced where. A function of values: the ledger, the items of the content, the
// targets and the time.

/** A release, or a correction that needs action. */
export interface Item {
  /** Id of the release; for a correction, followed by `@` and its time. */
  id: string;
  release: string;
  slug: string;
  /** Project, version or title, and day: an import may give a release another id, but not another name. */
  name: string;
  /** The time of the release or of the correction, RFC 3339. */
  at: string;
  isCorrection: boolean;
  isPreRelease: boolean;
  /** Whether front matter or the API keeps it quiet. */
  isQuiet: boolean;
  /** Names of the targets that somebody chose, which then replace all rules. */
  channels: readonly string[] | undefined;
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
  /** Number of items that a first run or a new target only takes note of, by target. */
  baseline: Map<string, number>;
  /** Names of disabled targets. */
  disabled: string[];
  /** Announced items that the content lacks since this run. Their messages stay where they are. */
  withdrawn: string[];
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
  options: { now: Date; yes: boolean; retryUnknown: boolean },
): AnnouncePlan {
  const now = options.now.toISOString();
  const age = (at: string) => options.now.getTime() - Date.parse(at);
  const ledger = recover(before, now);
  const ids = new Set(items.map(({ id }) => id));
  // A name is known if an import gave its release another id, so that the former id is gone.
  const former = Object.entries(ledger.seen).filter(([id]) => !ids.has(id));
  const names = new Set(former.map(([, { name }]) => name));
  const isNew = ({ id, name, at, channels }: Item, target: Target) => {
    const seen = Object.hasOwn(ledger.seen, id) ? ledger.seen[id] : undefined;
    // Channels may be chosen after a release was seen.
    const isChosen = channels?.includes(target.name) && !seen?.channels?.includes(target.name);
    return (!seen || isChosen) && !names.has(name) && age(at) <= maxAge;
  };
  const rowOf = new Map(ledger.rows.map((row) => [`${row.target}\n${row.item}`, row]));
  const baseline = new Map<string, number>();
  const wanted = targets.map((target) => {
    const own = items.filter((item) => fits(item, target));
    if (Object.hasOwn(ledger.targets, target.name))
      return {
        target,
        due: own.filter((item) => {
          const row = rowOf.get(`${target.name}\n${item.id}`);
          return row ? isDue(row, options) && age(item.at) <= 2 * maxAge : isNew(item, target);
        }),
      };
    baseline.set(target.name, own.length);
    return { target, due: [] };
  });
  const dueItems = new Set(wanted.flatMap(({ due }) => due));
  const isHeld = dueItems.size > maxUnasked && !options.yes;
  const active = wanted.filter(
    ({ target }) => ledger.targets[target.name]?.disabled !== target.digest,
  );
  // What may have arrived stays unknown, so that it is not sent later without being asked for.
  const hold = (all: typeof wanted, why: string) =>
    all.flatMap(({ target, due }) =>
      due
        .filter(({ id }) => rowOf.get(`${target.name}\n${id}`)?.state !== 'unknown')
        .map(({ id }): Row => ({ target: target.name, item: id, state: 'held', at: now, why })),
    );
  const held = [
    ...hold(
      wanted.filter((one) => !active.includes(one)),
      'its target is off',
    ),
    ...(isHeld ? hold(active, heldWhy) : []),
  ];
  const present = new Set(items.map(({ name }) => name));
  const gone = former.filter(([, one]) => !one.gone && !present.has(one.name));
  const announced = new Set(
    ledger.rows.flatMap(({ item, state }) => (state === 'sent' ? item : [])),
  );
  return {
    withdrawn: gone.filter(([id]) => announced.has(id)).map(([, { name }]) => name),
    ledger: {
      ...withRows(ledger, held),
      targets: { ...ledger.targets, ...sinceNow([...baseline.keys()], now) },
      seen: remember(ledger, items, age),
    },
    batches: isHeld ? [] : active.flatMap(({ target, due }) => toBatches(target, due)),
    baseline,
    disabled: wanted.filter((one) => !active.includes(one)).map(({ target }) => target.name),
  };
}

/** Rows that a process left when it died become `unknown`. Old rows are dropped. */
function recover(ledger: Ledger, now: string): Ledger {
  const why = 'the program ended while it was sending';
  const rows = ledger.rows
    .filter(({ at }) => Date.parse(now) - Date.parse(at) <= memory.rows)
    .map(
      (row): Row => (row.state === 'claimed' ? { ...row, state: 'unknown', at: now, why } : row),
    );
  return { ...ledger, rows };
}

function isDue({ state }: Row, options: { retryUnknown: boolean }): boolean {
  return state === 'held' || state === 'failed' || (state === 'unknown' && options.retryUnknown);
}

function fits(item: Item, target: Target): boolean {
  if (item.isCorrection && target.corrections !== 'action') return false;
  return item.channels
    ? item.channels.includes(target.name)
    : !item.isQuiet && fitsRules(item, target);
}

/** Whether the rules of a target choose a release. */
export function fitsRules(
  item: Pick<Item, 'isPreRelease' | 'project' | 'labels' | 'types'>,
  target: Omit<TargetRules, 'corrections' | 'name'>,
): boolean {
  const { projects, labels, types, stable } = target;
  const hasOne = (names: readonly string[] | undefined, own: readonly (string | undefined)[]) =>
    !names || names.some((name) => own.some((one) => one?.toLowerCase() === name.toLowerCase()));
  return (
    !(stable && item.isPreRelease) &&
    hasOne(projects, [item.project]) &&
    hasOne(labels, item.labels) &&
    hasOne(types, item.types)
  );
}

function sinceNow(names: readonly string[], since: string): Ledger['targets'] {
  return Object.fromEntries(names.map((name) => [name, { since }]));
}

function remember(
  { seen }: Ledger,
  items: readonly Item[],
  age: (at: string) => number,
): Ledger['seen'] {
  const former = Object.entries(seen).map(
    ([id, one]) => [id, { ...one, gone: true as const }] as const,
  );
  const known = items.map(({ id, name, at, channels }) => {
    const chosen = channels && { channels: [...channels] };
    return [id, { name, at, ...chosen }] as const;
  });
  // The ids of the content come last, so that they are not gone.
  const all = new Map<string, Ledger['seen'][string]>([...former, ...known]);
  return Object.fromEntries([...all].filter(([, { at }]) => age(at) <= memory.seen));
}

function toBatches(target: Target, due: readonly Item[]): Batch[] {
  const [releases, corrections] = [
    due.filter((item) => !item.isCorrection),
    due.filter((item) => item.isCorrection),
  ];
  const apart = releases.length > maxApart ? [] : releases;
  const together = releases.length > maxApart ? [{ target, items: releases }] : [];
  return [...together, ...[...apart, ...corrections].map((item) => ({ target, items: [item] }))];
}
