import { z } from 'zod';
import { Subscriber } from '../../model/subscriber.ts';
import { endpoint } from '../http/endpoint.ts';
import { idList, paging } from '../http/query.ts';
import { listSubscribers } from '../resources/subscribers.ts';
import type { Workbench } from '../workbench.ts';

/** Specification, "Subscribers". */
export function subscriberEndpoints({ database }: Workbench) {
  return [
    endpoint({
      method: 'GET',
      path: '/v1/subscribers',
      summary: 'List subscribers, newest first',
      query: z.object({ ...paging, list_ids: idList.optional() }),
      answer: z.array(Subscriber),
      handle: ({ query }) => ({ kind: 'ok', body: listSubscribers(database, query) }),
    }),
  ];
}
