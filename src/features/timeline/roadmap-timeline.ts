import type { MilestoneSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { dateView, dayOf } from '../../site/base/dates.ts';
import { type MilestoneCard, milestoneCard, stageOf } from '../../site/roadmap/milestone-card.ts';
import { movedAt } from '../../site/roadmap/milestone-dates.ts';

/** Two years fit on a screen; earlier quarters are left out. */
const maxQuarters = 8;

/** A milestone's row, measured in quarters of the axis. */
interface TimelineRow {
  card: MilestoneCard;
  /** Quarters of the axis before, during and after the milestone. */
  before: number;
  during: number;
  after: number;
  /** A range such as "1 March 2026 – 9 May 2026". */
  words: string;
  isOpen: boolean;
}

export interface RoadmapTimeline {
  /** Oldest first, such as "Q1 2026". */
  quarters: string[];
  /** In the order of their starts. */
  rows: TimelineRow[];
  /** Milestones that ended before the axis begins, most recent end first. */
  earlier: MilestoneCard[];
  /** Milestones without a known start or end, most recently moved first. */
  unbegun: MilestoneCard[];
}

interface Span {
  milestone: MilestoneSummary;
  start: string;
  /** Undefined while it is unfinished. */
  end: string | undefined;
  /** Numbers of quarters since the year 0. */
  first: number;
  last: number;
}

/**
 * Milestones from start to end, by quarter. Unfinished ones last until the newest time of any
 * milestone, because the build's time must not affect the page. Cancelled ones are listed
 * separately.
 */
export function roadmapTimeline(
  milestones: readonly MilestoneSummary[],
  site: SiteContext,
): RoadmapTimeline {
  const shown = milestones.filter((one) => stageOf(one, site) !== 'CANCELED');
  const times = shown.flatMap((one) => movedAt(one) ?? []);
  const now = Math.max(...times.map((time) => quarterOf(time, site)));
  const spans = shown.flatMap((one) => spanOf(one, now, site));
  const end = Math.max(...spans.map(({ last }) => last));
  const isShown = ({ last }: Span) => last > end - maxQuarters;
  const starts = spans.filter(isShown).map(({ first }) => first);
  const start = Math.max(end - maxQuarters + 1, Math.min(...starts));
  const unbegun = shown.filter(({ started_at, ended_at }) => !started_at && !ended_at);
  const card = (one: MilestoneSummary) => milestoneCard(one, site);
  return {
    quarters: spans.length === 0 ? [] : quarterNames(start, end, site),
    rows: spans
      .filter(isShown)
      .toSorted((a, b) => compare(a.start, b.start) || compare(a.milestone.id, b.milestone.id))
      .map((span) => rowOf(span, start, end, site)),
    earlier: spans
      .filter((span) => !isShown(span))
      .toSorted((a, b) => compare(b.end ?? '', a.end ?? ''))
      .map(({ milestone }) => card(milestone)),
    unbegun: unbegun.map(card).toSorted((a, b) => compare(b.facts.moved, a.facts.moved)),
  };
}

function spanOf(milestone: MilestoneSummary, now: number, site: SiteContext): Span[] {
  const { started_at, ended_at } = milestone;
  const start = started_at ?? ended_at;
  if (!start) return [];
  const first = quarterOf(start, site);
  const isOver = stageOf(milestone, site) === 'COMPLETED';
  const end = ended_at ?? (isOver ? start : undefined);
  // An end before the start is taken as a duration of zero.
  const last = Math.max(first, end === undefined ? now : quarterOf(end, site));
  return [{ milestone, start, end, first, last }];
}

function rowOf(span: Span, start: number, end: number, site: SiteContext): TimelineRow {
  const { milestone, first, last } = span;
  const from = Math.max(first, start);
  return {
    card: milestoneCard(milestone, site),
    before: from - start,
    during: last - from + 1,
    after: end - last,
    words: wordsOf(span, site),
    isOpen: span.end === undefined,
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

function quarterOf(iso: string, site: SiteContext): number {
  const [year = 0, month = 1] = dayOf(iso, site).split('-').map(Number);
  return year * 4 + Math.floor((month - 1) / 3);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
