import { z } from 'zod';

/** More than this many moves are not kept: the oldest go. */
export const mostMoves = 1000;

/** What a reader saw of a milestone: the title of its status, as it was then, and its stage. */
const Place = z.object({ status: z.string().nullable(), stage: z.string() });
export type Place = z.infer<typeof Place>;

/** A milestone that moved, or that came to the roadmap: then it comes from nowhere. */
const RoadmapMove = z.object({
  /** The milestone's id. No two moves of one have the same time. */
  milestone: z.string(),
  /** RFC 3339 in UTC. */
  at: z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString()),
  from: Place.nullable(),
  to: Place,
});
export type RoadmapMove = z.infer<typeof RoadmapMove>;

/** `content/roadmap-log.json`, where there is any: what happened on the roadmap, the oldest first. */
export const RoadmapLog = z.array(RoadmapMove);
