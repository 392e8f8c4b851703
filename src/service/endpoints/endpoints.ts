import type { Endpoint } from '../http/endpoint.ts';
import type { Deps } from './deps.ts';
import { fileEndpoint } from './files.ts';
import { healthEndpoint, readinessEndpoint } from './health.ts';
import { incomingEndpoint } from './incoming.ts';
import { incomingWebhookEndpoints } from './incoming-webhooks.ts';
import { milestoneEndpoints } from './milestones.ts';
import { releaseEndpoints } from './releases.ts';
import { subscriberEndpoints } from './subscribers.ts';
import { workspaceEndpoints } from './workspace.ts';

/** All endpoints. Routes, parsing and the OpenAPI document are derived from this list. */
export function endpointsOf(deps: Deps): Endpoint[] {
  return [
    ...workspaceEndpoints(deps),
    ...releaseEndpoints(deps),
    ...milestoneEndpoints(deps),
    ...subscriberEndpoints(deps),
    ...incomingWebhookEndpoints(deps),
    incomingEndpoint(deps),
    fileEndpoint(deps),
    healthEndpoint,
    readinessEndpoint(deps),
  ];
}
