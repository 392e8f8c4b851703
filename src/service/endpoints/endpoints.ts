import type { Endpoint } from '../http/endpoint.ts';
import type { Deps } from './deps.ts';
import { fileEndpoints } from './files.ts';
import { healthEndpoints } from './health.ts';
import { incomingEndpoints } from './incoming.ts';
import { incomingWebhookEndpoints } from './incoming-webhooks.ts';
import { milestoneEndpoints } from './milestones.ts';
import { publishEndpoints } from './publish.ts';
import { releaseEndpoints } from './releases.ts';
import { subscriberEndpoints } from './subscribers.ts';
import { workspaceEndpoints } from './workspace.ts';

/** The whole API, row by row: routes, parsing and documentation all come from here. */
export function endpointsOf(deps: Deps): Endpoint[] {
  return rows.map((row) => row(deps));
}

const rows: readonly ((deps: Deps) => Endpoint)[] = [
  ...workspaceEndpoints,
  ...releaseEndpoints,
  ...publishEndpoints,
  ...milestoneEndpoints,
  ...subscriberEndpoints,
  ...incomingWebhookEndpoints,
  ...incomingEndpoints,
  ...fileEndpoints,
  ...healthEndpoints,
];
