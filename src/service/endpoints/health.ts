import { z } from 'zod';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { readWorkspace } from '../resources/workspace.ts';
import type { Workbench } from '../workbench.ts';

/** For whatever keeps the service running: it answers, and its database can be read. */
export const healthEndpoints = [health];

function health({ database }: Workbench): Endpoint {
  return endpoint({
    tag: 'Health',
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the service and its database answer',
    access: 'public',
    answer: z.object({ status: z.literal('ok') }),
    handle: () => {
      readWorkspace(database);
      return { kind: 'ok', body: { status: 'ok' } };
    },
  });
}
