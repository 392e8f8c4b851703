import { z } from 'zod';
import { ListMilestones } from '../contract/lists.ts';
import { Milestone } from '../contract/resources.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { found } from '../refused-error.ts';
import { listMilestones, readMilestone } from '../resources/milestones.ts';
import type { Deps } from './deps.ts';

/** See docs/api.md, "Milestones". */
export function milestoneEndpoints({ db }: Deps): Endpoint[] {
  return [
    endpoint({
      tag: 'Milestones',
      operationId: 'listMilestones',
      method: 'GET',
      path: '/v1/milestones',
      summary: 'List milestones, newest first',
      query: ListMilestones,
      answer: z.array(Milestone),
      handle: ({ query }) => listMilestones(db, query),
    }),
    endpoint({
      tag: 'Milestones',
      operationId: 'readMilestone',
      method: 'GET',
      path: '/v1/milestones/{id}',
      summary: 'Read a milestone',
      answer: Milestone,
      handle: async ({ id }) => found(await readMilestone(db, id), 'milestone'),
    }),
  ];
}
