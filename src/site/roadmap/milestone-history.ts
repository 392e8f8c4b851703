import type { Strings } from '../base/strings/shape.ts';
import type { MilestoneMoment } from './milestone-dates.ts';
import type { MoveView } from './milestone-moves.ts';

/**
 * The history of a milestone: dates from the API and moves from the log, oldest first. Dates from
 * the API on the day of a move are left out. The date of creation is left out if the log states
 * when the milestone was added to the public roadmap.
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
