import type { MilestoneEntry } from '../../model/content/content.ts';
import type { RoadmapMove } from '../../model/content/roadmap-log.ts';
import type { Content } from '../../store/read/read-content.ts';
import type { StatusTypes } from '../prepare/status-types.ts';
import { nextLog } from './next-log.ts';
import { type Standings, standingsBefore, standingsNow } from './standings.ts';

interface StoryOptions {
  statuses: Pick<StatusTypes, 'idOf'>;
  /** The content as it was; empty at a first sync. */
  current: Content;
  now: Date;
  /** Whether what the content does not know was not public. */
  knowsAll: boolean;
}

export interface Story {
  standings: Standings;
  roadmapLog: RoadmapMove[];
}

/** Where the milestones that are to stand do so, and how they came there. */
export function nextStory(
  milestones: readonly MilestoneEntry[],
  { statuses, current, now, knowsAll }: StoryOptions,
): Story {
  const before = standingsBefore(current);
  const standings = standingsNow(milestones, before, statuses);
  const log = current.roadmapLog;
  const roadmapLog = nextLog({ log, before, after: standings, milestones, now, knowsAll });
  return { standings, roadmapLog };
}
