/**
 * Takes a database file, a clock and a network; gives the API as a fetch handler, and delivers its
 * events while it lives. Never reads the environment and never listens itself.
 */
import type { Clock } from '../lib/clock.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { incomingWebhookEndpoints } from './endpoints/incoming-webhooks.ts';
import { milestoneEndpoints } from './endpoints/milestones.ts';
import { releaseEndpoints } from './endpoints/releases.ts';
import { subscriberEndpoints } from './endpoints/subscribers.ts';
import { workspaceEndpoints } from './endpoints/workspace.ts';
import { createCourier } from './events/courier.ts';
import { createApp } from './http/app.ts';
import { serveFiles } from './http/files.ts';
import { createKeyCheck } from './keys.ts';
import type { Workbench } from './workbench.ts';

export interface ServiceOptions {
  /** The database's file; created where it is missing. */
  database: string;
  clock: Clock;
  /** A key that is valid besides those that the database keeps. */
  apiKey?: string | undefined;
  /** Reaches the hooks. */
  fetch?: typeof globalThis.fetch;
  random?: () => number;
  /** Told of failures that no client caused. */
  onError?: (error: unknown) => void;
}

export interface Service extends AsyncDisposable {
  /** For `listen()`. */
  fetch: (request: Request, env: { incoming: unknown }) => Response | Promise<Response>;
  /** The open database, for `importDataSet` and `addHook`. */
  database: Database;
}

/**
 * Opens the service. Disposing waits for deliveries that are under way and closes the database.
 * @throws SettingsError when the database cannot be used.
 */
export function createService(options: ServiceOptions): Service {
  const { clock, apiKey, fetch = globalThis.fetch, random = Math.random } = options;
  const { onError = console.error } = options;
  const database = openDatabase(options.database);
  const courier = createCourier({ database, clock, fetch, random, onError });
  const app = createApp({
    endpoints: endpointsOf({ database, clock, courier }),
    isValidKey: createKeyCheck(database, apiKey),
    onError,
  });
  serveFiles(app, database);
  return {
    fetch: app.fetch,
    database,
    async [Symbol.asyncDispose]() {
      await courier[Symbol.asyncDispose]();
      database[Symbol.dispose]();
    },
  };
}

function endpointsOf(workbench: Workbench) {
  return [
    ...workspaceEndpoints(workbench),
    ...releaseEndpoints(workbench),
    ...milestoneEndpoints(workbench),
    ...subscriberEndpoints(workbench),
    ...incomingWebhookEndpoints(workbench),
  ];
}
