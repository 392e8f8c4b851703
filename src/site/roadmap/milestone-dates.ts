import type { MilestoneSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../base/context.ts';
import { dateView, type Moment } from '../base/dates.ts';

/** An event in the life of a milestone. */
export type MilestoneMoment = ReturnType<typeof milestoneMoments>[number];

/**
 * The dates of a milestone in the API, oldest first. The date of the last change is left out if
 * another event was on the same day.
 */
export function milestoneMoments(milestone: MilestoneSummary, site: SiteContext) {
  const { strings } = site;
  const ended = milestone.stage === 'CANCELED' ? strings.canceled : strings.completed;
  const events = [
    moment(strings.created, createdOf(milestone), site),
    moment(strings.started, startOf(milestone), site),
    moment(ended, endOf(milestone), site),
  ].flat();
  const moved = moment(strings.board.moved, updatedOf(milestone), site).filter(
    ({ date }) => !events.some((one) => one.date.text === date.text),
  );
  return [...events, ...moved]
    .toSorted((a, b) => Date.parse(a.date.iso) - Date.parse(b.date.iso))
    .map((one, index, all) => ({ ...one, isLast: index === all.length - 1 }));
}

/**
 * Compares milestones to sort them by their last move, newest first. Milestones without a known
 * time are last.
 */
export function latestMoveFirst(a: MilestoneSummary, b: MilestoneSummary): number {
  const [moveOfA, moveOfB] = [movedAt(a)?.at ?? '', movedAt(b)?.at ?? ''];
  if (moveOfA !== moveOfB) return moveOfA < moveOfB ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

/** The newest of a milestone's times, including its creation and last change. */
export function movedAt(milestone: MilestoneSummary): Moment | undefined {
  return [createdOf, startOf, endOf, updatedOf]
    .map((momentIn) => momentIn(milestone))
    .filter((one) => one !== undefined)
    .reduce<Moment | undefined>((a, b) => (a === undefined || b.at > a.at ? b : a), undefined);
}

export function startOf({ started_at, started_on }: MilestoneSummary): Moment | undefined {
  return toMoment(started_at, started_on);
}

export function endOf({ ended_at, ended_on }: MilestoneSummary): Moment | undefined {
  return toMoment(ended_at, ended_on);
}

function createdOf({ created_at, created_on }: MilestoneSummary): Moment | undefined {
  return toMoment(created_at, created_on);
}

function updatedOf({ updated_at, updated_on }: MilestoneSummary): Moment | undefined {
  return toMoment(updated_at, updated_on);
}

function toMoment(at: string | null, on?: string): Moment | undefined {
  return at === null || at === '' ? undefined : { at, on };
}

function moment(term: string, at: Moment | undefined, site: SiteContext) {
  return at ? [{ term, date: dateView(at, site) }] : [];
}
