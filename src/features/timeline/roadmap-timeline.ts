import type { MilestoneSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { type Dated, dateView, dayOf, type Moment } from '../../site/base/dates.ts';
import { quarterAt } from '../../site/roadmap/axis.ts';
import { type MilestoneCard, milestoneCard } from '../../site/roadmap/milestone-card.ts';
import { endOf, startOf } from '../../site/roadmap/milestone-dates.ts';

/** Maximum quarters on the axis: two years fit on a screen. Earlier quarters are left out. */
const maxQuarters = 8;
/** Maximum quarters after today's, so that milestones of the far future do not push today out. */
const maxAhead = 3;
/** Minimum width of a bar, in per cent of the axis. Shorter bars would be hard to see. */
const minWidth = 0.6;

/** A milestone; without a bar if it has no dates. */
export type TimelineRow = { card: MilestoneCard; bar?: ReturnType<typeof barOf> };

interface Visible {
  milestone: MilestoneSummary;
  card: MilestoneCard;
}

interface Span extends Visible {
  start: Moment;
  end: Moment | undefined;
  /** The milestone's target, if that is its end, such as 2027-05-31; otherwise empty. */
  target: string;
  /** First and last quarter of the milestone, counted in quarters since the year 0. */
  first: number;
  last: number;
}

/**
 * Places each milestone on the axis from start to end, by day. A milestone with only a target is
 * placed in the month of its target. The axis contains the month of the build, unless all milestones
 * ended long before. Canceled milestones are left out.
 * @param month such as "2026-11"
 */
export function roadmapTimeline(
  milestones: readonly MilestoneSummary[],
  month: string,
  site: SiteContext,
) {
  const today = Math.floor(quarterAt(`${month}-01`));
  const visible = milestones
    .map((milestone) => ({ milestone, card: milestoneCard(milestone, site) }))
    .filter(({ card }) => card.stage !== 'CANCELED');
  const spans = visible.flatMap((one) => spanOf(one, today, site));
  const latest = Math.max(...spans.map(({ last }) => last));
  const isPast = latest <= today - maxQuarters;
  const end = isPast ? latest : Math.min(Math.max(latest, today), today + maxAhead);
  const isOnAxis = ({ last }: Span) => last > end - maxQuarters;
  const starts = spans.filter(isOnAxis).map(({ first }) => first);
  const first = Math.max(end - maxQuarters + 1, Math.min(end, today, ...starts));
  const quarters = spans.length === 0 ? [] : quarterNames(first, end, site);
  const byStart = spans.toSorted(
    (a, b) => compare(b.start.at, a.start.at) || compare(a.milestone.id, b.milestone.id),
  );
  const byEnd = byStart.toSorted((a, b) => compare(b.end?.at ?? '', a.end?.at ?? ''));
  const row = (span: Span) => ({
    card: span.card,
    bar: barOf(span, first, quarters.length, site),
  });
  const isWaiting = ({ card }: Span) => card.stage !== 'IN_PROGRESS';
  const placed = new Set(spans.map(({ card }) => card));
  const undated = visible
    .map(({ card }) => card)
    .filter((card) => !placed.has(card))
    .toSorted((a, b) => compare(b.facts.moved, a.facts.moved));
  return {
    // Names of the quarters on the axis, such as "Q1 2026", oldest first.
    quarters,
    // The first quarter on the axis, counted in quarters since the year 0.
    first,
    // In progress first, then the latest start, then the next target.
    open: byStart
      .toSorted(
        (a, b) => Number(isWaiting(a)) - Number(isWaiting(b)) || compare(a.target, b.target),
      )
      .filter(isOnAxis)
      .map(row)
      .filter(({ card }) => card.isOpen),
    finished: byEnd
      .filter(isOnAxis)
      .map(row)
      .filter(({ card }) => !card.isOpen),
    // Milestones that ended before the axis begins, then completed milestones without dates.
    earlier: [
      ...byEnd.filter((span) => !isOnAxis(span)).map(({ card }) => card),
      ...undated.filter((one) => !one.isOpen),
    ],
    // The milestone with the newest change is first.
    undated: undated.filter((one) => one.isOpen).map((one) => ({ card: one })),
  };
}

function spanOf({ milestone, card }: Visible, today: number, site: SiteContext): Span[] {
  const ended = endOf(milestone);
  const target = ended ? '' : (card.target ?? '');
  const start = startOf(milestone) ?? ended ?? momentOf(target.replace(/\d+$/, '01'));
  if (!start) return [];
  const first = quarterOf(start, site);
  const end = ended ?? momentOf(lastOfMonth(target)) ?? (card.isOpen ? undefined : start);
  // If the end is earlier than the start, the milestone ends in the quarter in which it starts. If
  // it has no end, or only a target, it lasts until today at least.
  const least = end && !target ? first : today;
  const last = Math.max(first, least, quarterOf(end ?? start, site));
  return [{ milestone, card, start, end, target, first, last }];
}

/** The last day of the month of a day: readers see only the month of a target. */
function lastOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return day && new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

function momentOf(day: string): Moment | undefined {
  return day === '' ? undefined : { at: day, on: day };
}

function barOf(span: Span, first: number, quarters: number, site: SiteContext) {
  const { start, end } = span;
  const place = (quarter: number) => {
    return Math.min(Math.max((100 * (quarter - first)) / quarters, 0), 100);
  };
  const from = Math.min(place(quarterAt(dayOf(start, site))), 100 - minWidth);
  const to = end === undefined ? 100 : place(quarterAt(dayOf(end, site), 1));
  return {
    // Start and end of the milestone's bar, in per cent of the axis.
    from: rounded(from),
    to: rounded(Math.max(to, from + minWidth)),
    // The milestone's dates, such as "1 March 2026 – 9 May 2026". A target is in its plan.
    words: span.target ? undefined : wordsOf(span, site),
    isOngoing: end === undefined,
  };
}

function wordsOf({ start, end }: Span, site: SiteContext): string {
  const [from, to] = [start, end].map((time) => time && dateView(time, site).text);
  if (to === undefined) return site.strings.story.since(from ?? '');
  return from === to || !from ? to : `${from} – ${to}`;
}

function quarterNames(start: number, end: number, { strings }: SiteContext): string[] {
  return Array.from({ length: end - start + 1 }, (_, index) => {
    const quarter = start + index;
    return strings.story.quarter((quarter % 4) + 1, Math.floor(quarter / 4));
  });
}

function quarterOf(dated: Dated, site: SiteContext): number {
  return Math.floor(quarterAt(dayOf(dated, site)));
}

function rounded(value: number): number {
  return Math.round(100 * value) / 100;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
