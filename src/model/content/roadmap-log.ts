import { z } from 'zod';

/** Maximum number of moves in the log. If there are more, the oldest ones are dropped. */
export const maxMoves = 1000;

/** A milestone's place on the roadmap: its stage, and the title that its status had at the time. */
const Place = z.object({ status: z.string().nullable(), stage: z.string() });
export type Place = z.infer<typeof Place>;

/** A move of a milestone. `from` is null if the milestone was added to the roadmap. */
const RoadmapMove = z.object({
  /** The milestone's id. No two moves of a milestone have the same time. */
  milestone: z.string(),
  /** Time of the move, RFC 3339 in UTC. */
  at: z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString()),
  from: Place.nullable(),
  to: Place,
});
export type RoadmapMove = z.infer<typeof RoadmapMove>;

/** `content/roadmap-log.json`: all moves, oldest first. The file is missing if there are none. */
export const RoadmapLog = z.array(RoadmapMove);
