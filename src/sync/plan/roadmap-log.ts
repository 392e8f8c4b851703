import { toIsoUtc } from '../../lib/time/clock.ts';
import type { MilestoneEntry } from '../../model/content/content.ts';
import { maxMoves, type RoadmapMove } from '../../model/content/roadmap-log.ts';
import type { MilestoneSnapshot } from '../../model/content/sync-state.ts';
import { titleOfStage } from '../../sources/stage-title.ts';
import type { Content } from '../../store/read/read-content.ts';
import type { Session } from '../session.ts';

// Logs moves of milestones from one status to another, at most one per milestone and sync. Moves of
// milestones that are no longer public are removed.

/**
 * Takes snapshots of the milestones, and logs the moves that happened after the last sync. The
 * oldest move comes first, and only the latest `maxMoves` are kept.
 */
export function planRoadmap(
  milestones: readonly MilestoneEntry[],
  { statuses, current, now, knowsAll, ids }: Session,
) {
  const before = readSnapshots(current);
  const snapshots = new Map(
    milestones.map((entry) => {
      const known = before.get(entry.id);
      // If the workspace no longer has a type with the status's title, the former id stays.
      const kept = known?.status === entry.status ? known.type : undefined;
      return [entry.id, takeSnapshot(entry, statuses.findId(entry.status) ?? kept)] as const;
    }),
  );
  const kept = sortMoves(
    // A sync by id reads no milestone, so all moves stay.
    current.roadmapLog.filter(({ milestone }) => ids || snapshots.has(milestone)),
  );
  const lastMoves = new Map(kept.map(({ milestone, at }) => [milestone, Date.parse(at)]));
  const moves = milestones.flatMap((entry): RoadmapMove[] => {
    const { id, status, stage } = entry;
    const [was, is, lastMove] = [before.get(id), snapshots.get(id), lastMoves.get(id)];
    const to = { status, stage };
    const atSync = toIsoUtc(new Date(Math.max(now.getTime(), (lastMove ?? -1) + 1)));
    if (!before.has(id)) return knowsAll ? [{ milestone: id, at: atSync, from: null, to }] : [];
    if (!was || !is || isSameStatus(was, is)) return [];
    const at = findTimeOfMove(entry, was, lastMove ?? 0, now) ?? atSync;
    return [{ milestone: id, at, from: { status: was.status, stage: was.stage }, to }];
  });
  const standings = new Map(Array.from(snapshots, ([id, standing]) => [id, { standing }]));
  return { standings, roadmapLog: sortMoves([...kept, ...moves]).slice(-maxMoves) };
}

/** Sorts moves by time and drops duplicates, which may come from a merge of two logs by hand. */
function sortMoves(moves: readonly RoadmapMove[]): RoadmapMove[] {
  const byKey = new Map(moves.map((move) => [`${move.at} ${move.milestone}`, move]));
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, move]) => move);
}

/** The milestone's own time of its move, if it is after all that is known and not in the future. */
function findTimeOfMove(
  entry: MilestoneEntry,
  was: MilestoneSnapshot,
  lastMove: number,
  now: Date,
): string | undefined {
  const since = Math.max(was.at ? Date.parse(was.at) : Number.NaN, lastMove);
  const isBetween = (time: number) => time > since && time <= now.getTime();
  const own = listTimes(entry, was.stage).find(isBetween);
  return own === undefined ? undefined : toIsoUtc(new Date(own));
}

/** Whether the status is the same, even if it was renamed. */
function isSameStatus(was: MilestoneSnapshot, is: MilestoneSnapshot): boolean {
  const sameType = was.type !== undefined && was.type === is.type;
  // The title of this stage was "Canceled" before.
  const isRenamed = was.status === 'Canceled' && is.status === titleOfStage('CANCELED');
  return was.stage === is.stage && (sameType || was.status === is.status || isRenamed);
}

/** Times at which the milestone may have reached its stage, the most reliable first. */
function listTimes(entry: MilestoneEntry, stageBefore: string): number[] {
  const { stage, updated_at } = entry;
  const arrived = stage === stageBefore ? null : findArrival(entry);
  return [arrived, updated_at].filter((time) => time !== null).map(Date.parse);
}

function findArrival({ stage, started_at, ended_at }: MilestoneEntry): string | null {
  if (stage === 'IN_PROGRESS') return started_at;
  return stage === 'COMPLETED' || stage === 'CANCELED' ? ended_at : null;
}

/**
 * The snapshots of the last sync, by milestone id. The value is undefined for a milestone that was
 * public but has no snapshot.
 */
function readSnapshots({ known, milestones }: Content) {
  return new Map(
    Array.from(known.milestones, ([id, { standing }]) => {
      const entry = milestones.get(id);
      return [id, standing ?? (entry && takeSnapshot(entry))] as const;
    }),
  );
}

function takeSnapshot(entry: MilestoneEntry, type?: string): MilestoneSnapshot {
  const { status, stage, created_at, started_at, ended_at, updated_at } = entry;
  const times = [created_at, started_at, ended_at, updated_at].filter((time) => time !== null);
  const at = times.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null;
  return { status, ...(type && { type }), stage, at };
}
