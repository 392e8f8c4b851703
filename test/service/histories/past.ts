import type { Model, ModelMilestone } from './expected.ts';
import { statusTypeOf } from './operations/status.ts';

// What a sync remembers from earlier syncs: former slugs and moves of milestones.

/** The status and stage that a milestone has on the roadmap. */
interface Place {
  status: string;
  stage: string;
}

/** What happened between syncs; the service does not report it. */
export interface Past {
  /** The ids of entries by their former slugs. */
  redirects: { releases: Map<string, string>; milestones: Map<string, string> };
  moves: { milestone: string; from: Place | null; to: Place }[];
}

/** Adds the differences between two states of the model to the past. */
export function pastSince(before: Model, { redirects, moves }: Past, model: Model): Past {
  const [was, is] = [publicOf(before), publicOf(model)];
  return {
    redirects: {
      releases: redirectsSince(redirects.releases, was.releases, is.releases),
      milestones: redirectsSince(redirects.milestones, was.milestones, is.milestones),
    },
    moves: [
      ...moves.filter(({ milestone }) => is.milestones.some(({ id }) => id === milestone)),
      ...is.milestones.flatMap((one): Past['moves'] => {
        const other = was.milestones.find(({ id }) => id === one.id);
        const to = placeOf(model, one);
        if (!other) return [{ milestone: one.id, from: null, to }];
        const from = placeOf(before, other);
        const type = statusTypeOf(before, other.status)?.id;
        const isSameType = type !== undefined && type === statusTypeOf(model, one.status)?.id;
        const stays = from.stage === to.stage && (isSameType || from.status === to.status);
        return stays ? [] : [{ milestone: one.id, from, to }];
      }),
    ],
  };
}

function redirectsSince(
  prior: ReadonlyMap<string, string>,
  was: readonly { id: string; slug: string }[],
  is: readonly { id: string; slug: string }[],
): Map<string, string> {
  const all = new Map([...prior, ...was.map(({ id, slug }) => [slug, id] as const)]);
  return new Map(
    [...all].filter(
      ([from, id]) => is.some((one) => one.id === id) && is.every(({ slug }) => slug !== from),
    ),
  );
}

export function placeOf(model: Model, { status, stage }: ModelMilestone): Place {
  return { status: statusTypeOf(model, status)?.title ?? status, stage };
}

export function publicOf({ releases, milestones }: Model) {
  return {
    releases: [...releases.values()].filter((one) => one.status === 'RELEASED' && one.is_public),
    milestones: [...milestones.values()].filter((one) => one.is_public),
  };
}
