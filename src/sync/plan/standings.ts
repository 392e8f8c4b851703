import type { MilestoneEntry } from '../../model/content/content.ts';
import type { Standing } from '../../model/content/sync-state.ts';
import type { Content } from '../../store/read/read-content.ts';
import type { StatusTypes } from '../prepare/status-types.ts';

/** Where public milestones stand, by id. */
export type Standings = ReadonlyMap<string, Standing>;

/**
 * Where milestones stood after the last sync: as that wrote it down, whatever became of their files
 * since. Of one that was public and of which that is not known, nothing is there.
 */
export function standingsBefore({ state, milestones }: Content): Map<string, Standing | undefined> {
  return new Map(
    Object.entries(state?.milestones ?? {}).map(([id, known]) => {
      const entry = milestones.get(id);
      return [id, known.standing ?? (entry && standingOf(entry))];
    }),
  );
}

/**
 * Where they stand now.
 * @param before tells the type of a status that the workspace calls otherwise by now, of a milestone
 *   that could not be read again
 */
export function standingsNow(
  milestones: readonly MilestoneEntry[],
  before: ReadonlyMap<string, Standing | undefined>,
  statuses: Pick<StatusTypes, 'idOf'>,
): Map<string, Standing> {
  return new Map(
    milestones.map((entry) => {
      const known = before.get(entry.id);
      const kept = known?.status === entry.status ? known.type : undefined;
      return [entry.id, standingOf(entry, statuses.idOf(entry.status) ?? kept)];
    }),
  );
}

function standingOf(entry: MilestoneEntry, type?: string): Standing {
  const { status, stage, created_at, started_at, ended_at, updated_at } = entry;
  const times = [created_at, started_at, ended_at, updated_at].filter((time) => time !== null);
  const at = times.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null;
  return { status, ...(type && { type }), stage, at };
}
