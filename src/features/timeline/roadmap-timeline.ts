import type { MilestoneSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { type Dated, dateView, dayOf, type Moment } from '../../site/base/dates.ts';
import { milestoneCard, stageOf } from '../../site/roadmap/milestone-card.ts';
import { endOf, movedAt, startOf } from '../../site/roadmap/milestone-dates.ts';
import { quarterAt } from './axis.ts';

/** Maximum quarters on the axis: two years fit on a screen. Earlier quarters are left out. */
const maxQuarters = 8;
/** Minimum width of a bar, in per cent of the axis. Shorter bars would be hard to see. */
const minWidth = 0.6;

export type RoadmapTimeline = ReturnType<typeof roadmapTimeline>;

interface Span {
  milestone: MilestoneSummary;
  start: Moment;
  end: Moment | undefined;
  /** First and last quarter of the milestone, counted in quarters since the year 0. */
  first: number;
  last: number;
}

/**
 * Places each milestone on the axis from start to end, by day. The axis ends with the quarter of
 * the latest time of any milestone, not with today, because pages must not depend on the time of
 * the build. Canceled milestones are left out.
 */
export function roadmapTimeline(milestones: readonly MilestoneSummary[], site: SiteContext) {
  const visible = milestones.filter((one) => stageOf(one, site) !== 'CANCELED');
  const times = visible.flatMap((one) => movedAt(one) ?? []);
  const newest = Math.max(...times.map((time) => quarterOf(time, site)));
  const spans = visible.flatMap((one) => spanOf(one, newest, site));
  const end = Math.max(...spans.map(({ last }) => last));
  const isOnAxis = ({ last }: Span) => last > end - maxQuarters;
  const starts = spans.filter(isOnAxis).map(({ first }) => first);
  const first = Math.max(end - maxQuarters + 1, Math.min(...starts));
  const quarters = spans.length === 0 ? [] : quarterNames(first, end, site);
  const byStart = spans.toSorted(
    (a, b) => compare(a.start.at, b.start.at) || compare(a.milestone.id, b.milestone.id),
  );
  const byEnd = byStart.toSorted((a, b) => compare(b.end?.at ?? '', a.end?.at ?? ''));
  const row = (span: Span) => rowOf(span, first, quarters.length, site);
  const card = (one: MilestoneSummary) => milestoneCard(one, site);
  const undated = visible
    .filter(({ started_at, ended_at }) => !started_at && !ended_at)
    .map(card)
    .toSorted((a, b) => compare(b.facts.moved, a.facts.moved));
  return {
    // Names of the quarters on the axis, such as "Q1 2026", oldest first.
    quarters,
    // The first quarter on the axis, counted in quarters since the year 0.
    first,
    open: byStart
      .filter(isOnAxis)
      .map(row)
      .filter(({ card }) => card.isOpen),
    finished: byEnd
      .filter(isOnAxis)
      .map(row)
      .filter(({ card }) => !card.isOpen),
    // Milestones that ended before the axis begins, then completed milestones without dates.
    earlier: [
      ...byEnd.filter((span) => !isOnAxis(span)).map(({ milestone }) => card(milestone)),
      ...undated.filter((one) => !one.isOpen),
    ],
    // The milestone with the newest change is first.
    undated: undated.filter((one) => one.isOpen),
  };
}

function spanOf(milestone: MilestoneSummary, newest: number, site: SiteContext): Span[] {
  const ended = endOf(milestone);
  const start = startOf(milestone) ?? ended;
  if (!start) return [];
  const first = quarterOf(start, site);
  const isOver = stageOf(milestone, site) === 'COMPLETED';
  const end = ended ?? (isOver ? start : undefined);
  // If the end is earlier than the start, the milestone ends in the quarter in which it starts.
  const last = Math.max(first, end === undefined ? newest : quarterOf(end, site));
  return [{ milestone, start, end, first, last }];
}

function rowOf(span: Span, first: number, quarters: number, site: SiteContext) {
  const { milestone, start, end } = span;
  const place = (quarter: number) => {
    return Math.min(Math.max((100 * (quarter - first)) / quarters, 0), 100);
  };
  const from = Math.min(place(quarterAt(dayOf(start, site))), 100 - minWidth);
  const to = end === undefined ? 100 : place(quarterAt(dayOf(end, site), 1));
  return {
    card: milestoneCard(milestone, site),
    // Start and end of the milestone's bar, in per cent of the axis.
    from: rounded(from),
    to: rounded(Math.max(to, from + minWidth)),
    // The milestone's dates, such as "1 March 2026 – 9 May 2026".
    words: wordsOf(span, site),
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
