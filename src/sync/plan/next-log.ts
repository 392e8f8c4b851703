import type { MilestoneEntry } from '../../model/content/content.ts';
import { mostMoves, type RoadmapMove } from '../../model/content/roadmap-log.ts';
import type { Standing } from '../../model/content/sync-state.ts';
import type { Standings } from './standings.ts';

// Takes the log of the roadmap, and where its milestones stood and stand; gives the log as it is to be.
// Tells each move between two syncs once, and takes back all that is told of what is public no more.
// Never tells what happened before the first sync, which nobody knows.

export interface LogInput {
  /** The oldest move first. */
  log: readonly RoadmapMove[];
  /** After the last sync; one that was public but of which no more is known has no standing. */
  before: ReadonlyMap<string, Standing | undefined>;
  now: Date;
  after: Standings;
  milestones: readonly MilestoneEntry[];
  /** Whether what is not in `before` was not public: a first sync knows of none. */
  knowsAll: boolean;
}

/** The moves that are to be kept, in the order of their times, `mostMoves` at most. */
export function nextLog({ log, milestones, ...input }: LogInput): RoadmapMove[] {
  const kept = inOrder(log.filter(({ milestone }) => input.after.has(milestone)));
  const lastMoves = new Map(kept.map(({ milestone, at }) => [milestone, Date.parse(at)]));
  const moves = milestones.flatMap((one) => moveOf(one, lastMoves.get(one.id), input));
  return inOrder([...kept, ...moves]).slice(-mostMoves);
}

/** By their times, each once, also where somebody put two logs together. */
function inOrder(moves: readonly RoadmapMove[]): RoadmapMove[] {
  const byKey = new Map(moves.map((move) => [`${move.at} ${move.milestone}`, move]));
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, move]) => move);
}

function moveOf(
  entry: MilestoneEntry,
  lastMove: number | undefined,
  { before, after, now, knowsAll }: Omit<LogInput, 'log' | 'milestones'>,
): RoadmapMove[] {
  const { id, status, stage } = entry;
  const to = { status, stage };
  const atSync = iso(Math.max(now.getTime(), lastMove === undefined ? 0 : lastMove + 1));
  if (!before.has(id)) return knowsAll ? [{ milestone: id, at: atSync, from: null, to }] : [];
  const [was, is] = [before.get(id), after.get(id)];
  if (!was || !is || isSamePlace(was, is)) return [];
  const since = Math.max(was.at ? Date.parse(was.at) : Number.NaN, lastMove ?? 0);
  const isBetween = (time: number) => time > since && time <= now.getTime();
  const own = timesOf(entry, was.stage).find(isBetween);
  const at = own === undefined ? atSync : iso(own);
  return [{ milestone: id, at, from: { status: was.status, stage: was.stage }, to }];
}

/** A status that is only called otherwise is the one that it was. */
function isSamePlace(was: Standing, is: Standing): boolean {
  const sameType = was.type !== undefined && was.type === is.type;
  return was.stage === is.stage && (sameType || was.status === is.status);
}

/** The milestone's own times that may tell when it came to its stage, the surest first. */
function timesOf(entry: MilestoneEntry, stageBefore: string): number[] {
  const { stage, updated_at } = entry;
  const arrived = stage === stageBefore ? null : arrivalOf(entry);
  return [arrived, updated_at].filter((time) => time !== null).map(Date.parse);
}

function arrivalOf({ stage, started_at, ended_at }: MilestoneEntry): string | null {
  if (stage === 'IN_PROGRESS') return started_at;
  return stage === 'COMPLETED' || stage === 'CANCELED' ? ended_at : null;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
