import { z } from 'zod';

/** The oldest moves beyond this number are dropped. */
export const maxMoves = 1000;

/** A milestone's place on the roadmap: its stage, and the title of its status at that time. */
const Place = z.object({ status: z.string().nullable(), stage: z.string() });
export type Place = z.infer<typeof Place>;

/** A move of a milestone; `from` is null when it was added to the roadmap. */
const RoadmapMove = z.object({
  /** The milestone's id. No two moves of a milestone have the same time. */
  milestone: z.string(),
  /** RFC 3339 in UTC. */
  at: z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString()),
  from: Place.nullable(),
  to: Place,
});
export type RoadmapMove = z.infer<typeof RoadmapMove>;

/** `content/roadmap-log.json`, if there are any moves: oldest first. */
export const RoadmapLog = z.array(RoadmapMove);
