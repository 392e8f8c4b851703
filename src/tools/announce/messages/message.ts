import { digestOf } from '../../../lib/digest.ts';
import { standardKey, standardSignature } from '../../../lib/http/standard-webhooks.ts';
import type { Target } from '../announce-file.ts';
import type { Announcement } from './announcement.ts';
import { discordMessage } from './discord.ts';
import type { Frame } from './post.ts';
import { slackMessage } from './slack.ts';

export interface Message {
  url: URL;
  headers: Record<string, string>;
  body: string;
}

/** The request that announces one release, or several in one message. */
export function messageFor(
  { side, style, address, secret = '' }: Target,
  all: readonly Announcement[],
  frame: Frame,
  now: Date,
): Message {
  const bodies = {
    slack: () => slackMessage(all, frame),
    discord: () => discordMessage(all, style, frame),
    webhook: () => ({ type: 'release.announced', timestamp: now.toISOString(), data: all }),
  };
  const body = JSON.stringify(bodies[side]());
  const url = new URL(address);
  // With it, Discord answers once the message exists.
  if (side === 'discord') url.searchParams.set('wait', 'true');
  // Standard Webhooks 1.0.0. The id of equal messages is the same.
  const id = `msg_${digestOf(all, 24)}`;
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signed = side === 'webhook' && {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standardSignature(standardKey(secret), { id, timestamp, body }),
  };
  return { url, headers: { 'content-type': 'application/json', ...signed }, body };
}
