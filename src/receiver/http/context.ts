import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Caller } from '../../lib/http/client-identity.ts';
import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { ForgeEvent, ForgeWebhook } from '../../sources/github-family/webhook.ts';
import type { Inbox } from '../inbox/open.ts';
import type { Runner } from '../schedule/runner.ts';
import type { Verifier } from '../verify/verifier.ts';
import type { ReceiverMetrics } from './metrics.ts';

export interface ReceiverOptions {
  /** Verifies deliveries to `/webhooks/release`. If undefined, this address refuses all requests. */
  verify: Verifier | undefined;
  /** The webhooks of forges that have a secret. */
  forges?: readonly ForgeHook[];
  inbox: Inbox;
  runner: Pick<Runner, 'notify' | 'notifyLater' | 'state'>;
  clock: Clock;
  log: Log;
  /** `/status` and `/run` require this token. Without a token, both routes refuse all requests. */
  token: string | undefined;
  /** The metrics that `/metrics` returns. If undefined, `/metrics` refuses all requests. */
  metrics?: ReceiverMetrics | undefined;
  /** Addresses and address ranges of proxies whose forwarding headers are trusted. */
  trustedProxies: readonly string[];
  /** Maximum number of requests per minute and client address; 0 means no limit. */
  perMinute: number;
  /** Removes secrets from a text. */
  scrub: (text: string) => string;
}

/** The webhook of a forge at `/webhooks/NAME`. */
export interface ForgeHook extends ForgeWebhook {
  secrets: readonly string[];
  /** Whether an event can change the site. */
  concernsSite(event: ForgeEvent): Promise<boolean>;
}

export interface ReceiverEnv {
  Bindings: HttpBindings;
  Variables: { client: Caller };
}

export type ReceiverContext = Context<ReceiverEnv>;
