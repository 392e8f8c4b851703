import type { Endpoint } from '../http/endpoint.ts';
import type { Workbench } from './deps.ts';
import { healthEndpoints } from './health.ts';
import { incomingEndpoints } from './incoming.ts';
import { incomingWebhookEndpoints } from './incoming-webhooks.ts';
import { milestoneEndpoints } from './milestones.ts';
import { publishEndpoints } from './publish.ts';
import { releaseEndpoints } from './releases.ts';
import { subscriberEndpoints } from './subscribers.ts';
import { workspaceEndpoints } from './workspace.ts';

/** The whole API, row by row: routes, parsing and documentation all come from here. */
export function endpointsOf(workbench: Workbench): Endpoint[] {
  return rows.map((row) => row(workbench));
}

const rows: readonly ((workbench: Workbench) => Endpoint)[] = [
  ...workspaceEndpoints,
  ...releaseEndpoints,
  ...publishEndpoints,
  ...milestoneEndpoints,
  ...subscriberEndpoints,
  ...incomingWebhookEndpoints,
  ...incomingEndpoints,
  ...healthEndpoints,
];
