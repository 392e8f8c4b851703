import type { Strings } from '../base/strings/shape.ts';
import type { MilestoneMoment } from './milestone-dates.ts';
import type { MoveView } from './milestone-moves.ts';

/**
 * Dates of the API and moves of the log, oldest first. On a day with a move, the move replaces the
 * date. An addition in the log replaces the date of creation, because the log has the day on which
 * readers could first see the milestone.
 * @param moves newest first
 */
export function milestoneHistory(
  moments: readonly MilestoneMoment[],
  moves: readonly MoveView[],
  { created, story }: Pick<Strings, 'created' | 'story'>,
): MilestoneMoment[] {
  const days = new Set(moves.map(({ date }) => date.text));
  const isAdded = moves.some(({ words }) => words === story.added);
  const rest = moments.filter(
    ({ term, date }) => !days.has(date.text) && !(isAdded && term === created),
  );
  const logged = moves.toReversed().map(({ words, date }) => ({ term: words, date }));
  return [...rest, ...logged]
    .toSorted((a, b) => Date.parse(a.date.iso) - Date.parse(b.date.iso))
    .map((one, index, all) => ({ ...one, isLast: index === all.length - 1 }));
}
