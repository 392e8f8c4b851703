import type { Strings } from '../base/strings/shape.ts';
import type { MilestoneMoment } from './milestone-dates.ts';
import type { MoveView } from './told-moves.ts';

/**
 * What happened to a milestone, in the order of time: as the API tells it, and how it moved. What
 * was on a day on which it moved is told by that move, and that it was added once: by the log, which
 * knows when readers could first see it.
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
  const told = moves.toReversed().map(({ words, date }) => ({ term: words, date }));
  return [...rest, ...told]
    .toSorted((a, b) => Date.parse(a.date.iso) - Date.parse(b.date.iso))
    .map((one, index, all) => ({ ...one, isLast: index === all.length - 1 }));
}
