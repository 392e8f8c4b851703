import { z } from 'zod';
import { ListMilestones } from '../contract/lists.ts';
import { Milestone } from '../contract/resources.ts';
import { type Endpoint, endpointsIn } from '../http/endpoint.ts';
import { found } from '../refused-error.ts';
import { listMilestones, readMilestone } from '../resources/milestones.ts';
import type { Deps } from './deps.ts';

const endpoint = endpointsIn('Milestones');

/** See docs/api.md, "Milestones". */
export function milestoneEndpoints({ db }: Deps): Endpoint[] {
  return [
    endpoint('GET /v1/milestones', {
      operationId: 'listMilestones',
      summary: 'List milestones, newest first',
      query: ListMilestones,
      answer: z.array(Milestone),
      handle: ({ query }) => listMilestones(db, query),
    }),
    endpoint('GET /v1/milestones/{id}', {
      operationId: 'readMilestone',
      summary: 'Read a milestone',
      answer: Milestone,
      handle: async ({ id }) => found(await readMilestone(db, id), 'milestone'),
    }),
  ];
}
