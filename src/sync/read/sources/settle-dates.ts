import { dayIn, hasBegun } from '../../../lib/time/days.ts';
import type { ReleaseEntry } from '../../../model/content/content.ts';
import type { SourceRow, SourceRows } from '../../../sources/source.ts';
import type { Content } from '../../../store/read/read-content.ts';
import { type Decisions, listPrepared } from '../decisions.ts';
import type { GateClock } from '../gate.ts';

/**
 * Decides on the moments of rows with days. A source gives noon. An entry that exists keeps its
 * moment, so that nothing comes up as new in feeds, and a new release is never later than now. The
 * order of a source's releases stays the same.
 */
export function settleDates(rows: SourceRows, current: Content, clock: GateClock): SourceRows {
  const releases = rows.releases.map((row) => keepKnownDate(row, rows, current));
  const milestones = rows.milestones.map((row) => {
    const known = current.milestones.get(row.id);
    return known
      ? Object.assign({}, row, ...milestoneFields.map((name) => keep(name, row, known, clock)))
      : row;
  });
  if (!releases.some(({ released_on, updated_on }) => released_on || updated_on))
    return { ...rows, releases, milestones };
  return { ...rows, releases: settleReleases(releases, current, clock), milestones };
}

/** Sets the moments of the prepared releases that an API gives with days, in the same way. */
export function settlePrepared(decisions: Decisions, current: Content, clock: GateClock): void {
  const prepared = listPrepared(decisions.releases);
  const entries = prepared.map(({ entry }) => entry);
  if (!entries.some(({ released_on, updated_on }) => released_on || updated_on)) return;
  const settled = settleReleases(entries, current, clock);
  for (const [index, one] of prepared.entries()) one.entry = settled[index] ?? one.entry;
}

const milestoneFields = ['started', 'ended', 'created', 'updated'];

/**
 * The former date of a release that has no date now: a release must not become a draft because its
 * Git tag was deleted. Also the former moment of a release with a tag, of whose date earlier
 * versions of Waymark used only the day.
 */
function keepKnownDate(
  row: SourceRow,
  { undated, tagged }: SourceRows,
  { releases }: Content,
): SourceRow {
  const known = releases.get(row.id);
  if (!known) return row;
  const { released_at, released_on } = known;
  if (undated.has(row.id))
    return { ...row, status: 'RELEASED', released_at, ...(released_on && { released_on }) };
  const isNoonOfTag =
    tagged?.has(row.id) &&
    released_on === undefined &&
    released_at.startsWith(`${String(row.released_at).slice(0, 10)}T12:00:0`);
  return isNoonOfTag ? withMoment(row, released_at) : row;
}

/** A row of a source, or a release in content. */
interface DatedRow {
  id: string;
  released_at?: unknown;
  released_on?: unknown;
  updated_at?: unknown;
  updated_on?: unknown;
}

interface Settling<Row> {
  row: Row;
  /** The moment that the source gives, in milliseconds since 1970. */
  source: number;
  at: number;
  /** Whether the moment stays, whatever the other releases of the day are. */
  isFixed: boolean;
}

function settleReleases<Row extends DatedRow>(
  releases: readonly Row[],
  current: Content,
  clock: GateClock,
): Row[] {
  const settling = releases.flatMap((row): Settling<Row>[] => {
    const source = Date.parse(String(row.released_at ?? ''));
    if (Number.isNaN(source)) return [];
    const known = findKnownMoment('released', row, current.releases.get(row.id), clock);
    const isFixed = !row.released_on || known !== undefined;
    return [{ row, source, at: known ? Date.parse(known) : source, isFixed }];
  });
  const findDay = ({ row, source }: Settling<Row>) =>
    String(row.released_on ?? dayIn(source, clock.timeZone));
  for (const [day, ofDay] of Map.groupBy(settling, findDay)) {
    const sorted = ofDay.toSorted((a, b) => a.source - b.source);
    keepOrder(sorted, 1, Number.NEGATIVE_INFINITY);
    const isOver = hasBegun(day, clock.now, clock.timeZone);
    keepOrder(sorted.reverse(), -1, isOver ? clock.now.getTime() + 1 : Number.POSITIVE_INFINITY);
  }
  const moments = new Map(settling.map(({ row, at }) => [row, new Date(at).toISOString()]));
  return releases.map((row) => {
    const moment = row.released_on ? moments.get(row) : undefined;
    const settled = moment === undefined ? row : withMoment(row, moment);
    return withUpdate(settled, current.releases.get(row.id), clock);
  });
}

/**
 * Moves releases that are not fixed, so that each is later (`step` 1) or earlier (-1) than all
 * before it whose source gives another moment.
 */
function keepOrder(sorted: readonly Settling<unknown>[], step: 1 | -1, start: number): void {
  let [bound, next] = [start, start];
  for (const [index, one] of sorted.entries()) {
    if (one.source !== sorted[index - 1]?.source) bound = next;
    const least = bound + step;
    if (!one.isFixed && (one.at - least) * step < 0) one.at = least;
    next = step === 1 ? Math.max(next, one.at) : Math.min(next, one.at);
  }
}

/** Changelogs give the moment of a release as the time of its last change as well. */
function withMoment<Row extends DatedRow>(row: Row, released_at: string): Row {
  const isUpdate = row.updated_at === row.released_at;
  return { ...row, released_at, ...(isUpdate && { updated_at: released_at }) };
}

/** A row whose day of the last change is no moment in the future. */
function withUpdate<Row extends DatedRow>(
  row: Row,
  entry: ReleaseEntry | undefined,
  clock: GateClock,
): Row {
  const { updated_on, updated_at } = row;
  if (typeof updated_on !== 'string') return row;
  const known = findKnownMoment('updated', row, entry, clock);
  if (known !== undefined) return { ...row, updated_at: known };
  if (!hasBegun(updated_on, clock.now, clock.timeZone)) return row;
  const now = clock.now.toISOString();
  return { ...row, updated_at: String(updated_at) > now ? now : updated_at };
}

function keep(name: string, row: SourceRow, known: object, clock: GateClock) {
  const moment = findKnownMoment(name, row, known, clock);
  return moment === undefined ? {} : { [`${name}_at`]: moment };
}

/** The moment that an entry has, if it is on the day of the row. */
function findKnownMoment(
  name: string,
  row: DatedRow,
  entry: object | undefined,
  { timeZone }: GateClock,
): string | undefined {
  const { [`${name}_on`]: day } = row as object as Record<string, unknown>;
  const { [`${name}_at`]: at, [`${name}_on`]: on } = (entry ?? {}) as Record<string, unknown>;
  if (typeof day !== 'string' || typeof at !== 'string' || at === '') return undefined;
  // Entries of earlier versions of Waymark have noon UTC, or midnight UTC.
  const days = typeof on === 'string' ? [on] : [at.slice(0, 10), dayIn(Date.parse(at), timeZone)];
  return days.includes(day) ? at : undefined;
}
