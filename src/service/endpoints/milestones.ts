import { z } from 'zod';
import { ListMilestones } from '../contract/lists.ts';
import { Milestone } from '../contract/resources.ts';
import { type Endpoint, endpoint, found } from '../http/endpoint.ts';
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
      handle: async ({ query }) => ({ kind: 'ok', body: await listMilestones(db, query) }),
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
