import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Caller } from '../../lib/http/client-identity.ts';
import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Inbox } from '../inbox/open.ts';
import type { Runner } from '../schedule/runner.ts';
import type { Verifier } from '../verify/verifier.ts';
import type { ReceiverMetrics } from './metrics.ts';

export interface ReceiverOptions {
  verify: Verifier;
  inbox: Inbox;
  runner: Pick<Runner, 'notify' | 'notifyLater' | 'state'>;
  clock: Clock;
  log: Log;
  /** Opens `/status` and `/run`, which are closed where there is none. */
  token: string | undefined;
  /** Shown at `/metrics`, which is closed where there are none. */
  metrics?: ReceiverMetrics | undefined;
  /** Addresses and ranges whose forwarding headers are believed. */
  trustedProxies: readonly string[];
  /** Requests a minute that an address may make; 0: any number. */
  perMinute: number;
  /** Makes a text fit to be shown. */
  scrub: (text: string) => string;
}

export interface ReceiverEnv {
  Bindings: HttpBindings;
  Variables: { client: Caller };
}

export type ReceiverContext = Context<ReceiverEnv>;
