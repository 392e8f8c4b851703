import { digest } from '../../../lib/digest.ts';
import { standardKey, standardSignature } from '../../../lib/http/standard-webhooks.ts';
import type { Target } from '../announce-file.ts';
import type { Announcement } from './announcement.ts';
import { discordList, discordMessage } from './discord.ts';
import { slackList, slackMessage } from './slack.ts';
import type { Words } from './words.ts';

export interface Message {
  url: URL;
  headers: Record<string, string>;
  body: string;
}

/**
 * The request that announces one release, or several in one message.
 * @param site address of the changelog
 */
export function messageFor(
  { side, style, address, secret }: Target,
  all: readonly Announcement[],
  { site, words, now }: { site: string; words: Words; now: Date },
): Message {
  const [one, ...others] = all;
  const isOne = one !== undefined && others.length === 0;
  const bodies = {
    slack: () => (isOne ? slackMessage(one, words) : slackList(all, site, words)),
    discord: () =>
      isOne ? discordMessage(one, style, words) : discordList(all, style, site, words),
    webhook: () => ({ type: 'release.announced', timestamp: now.toISOString(), data: all }),
  };
  const body = JSON.stringify(bodies[side]());
  const url = new URL(address);
  // With it, Discord answers once the message exists.
  if (side === 'discord') url.searchParams.set('wait', 'true');
  const signed = secret === undefined ? {} : signature(secret, body, now);
  return { url, headers: { 'content-type': 'application/json', ...signed }, body };
}

/** Headers of Standard Webhooks 1.0.0. The id of equal messages is the same. */
function signature(secret: string, body: string, now: Date): Record<string, string> {
  const data = JSON.stringify(JSON.parse(body).data);
  const id = `msg_${digest(data, 24)}`;
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standardSignature(standardKey(secret), { id, timestamp, body }),
  };
}
