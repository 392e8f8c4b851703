import { digestOf } from '../../../lib/digest.ts';
import { signedHeaders } from '../../../lib/http/standard-webhooks.ts';
import { toJsonText } from '../../../lib/json.ts';
import type { Target } from '../announce-file.ts';
import type { Announcement } from './announcement.ts';
import { layOut, type Markup } from './lay-out.ts';

export interface Message {
  url: URL;
  headers: Record<string, string>;
  body: string;
}

/**
 * The request that announces one release, or several in one message.
 * @param home address of the changelog
 */
export function messageFor(
  { side, style, address, secret = '' }: Target,
  all: readonly Announcement[],
  home: string,
  at: Date,
): Message {
  const contents = {
    slack: () => slackContent(layOut(all, home, slack)),
    discord: () => discordContent(layOut(all, home, discord), style),
    webhook: () => ({ type: 'release.announced', timestamp: at.toISOString(), data: all }),
  };
  const body = toJsonText(contents[side]());
  const url = new URL(address);
  // With it, Discord answers once the message exists.
  if (side === 'discord') url.searchParams.set('wait', 'true');
  // The id of equal messages is the same.
  const signed = { id: `msg_${digestOf(all, 24)}`, secrets: [secret], body, at };
  return { url, headers: side === 'webhook' ? signedHeaders(signed) : {}, body };
}

type Post = ReturnType<typeof layOut>;

// Slack's incoming webhooks take Block Kit (docs.slack.dev, "Blocks"): at most 50 blocks, 150
// characters in a header, and 3,000 in a section or an address.

const slack: Markup = {
  max: 3000,
  bullet: '• ',
  // The three characters of Slack's markup (docs.slack.dev, "Formatting message text").
  escape: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  bold: (escaped) => `*${escaped}*`,
  link: (escaped, url) => `<${url.replaceAll('|', '%7C')}|${escaped.replaceAll('|', '¦')}>`,
};

function slackContent({ title, heading, url, picture, blocks }: Post): object {
  // Slack makes no links and mentions of its own in a verbatim text.
  const sections = blocks.map((text) => {
    return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } };
  });
  const image = { type: 'image', image_url: picture, alt_text: title };
  return {
    text: `${heading} ${url}`,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title, emoji: false } },
      ...sections,
      ...(picture && picture.length <= slack.max ? [image] : []),
    ],
  };
}

// Discord's webhooks (discord.com/developers, "Execute Webhook") take a content of at most 2,000
// characters, or an embed whose title has 256, its description 4,096, and all of it 6,000.

const discord: Markup = {
  max: 2000,
  bullet: '- ',
  escape: (text) => text.replace(/[\\*_~`|>#[\]()<]/g, '\\$&'),
  bold: (escaped) => `**${escaped}**`,
  link: (escaped, url) => `[${escaped}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`,
};

/** @param style `text` for announcement channels, which strip embeds */
function discordContent({ heading, url, picture, blocks }: Post, style: 'embed' | 'text'): object {
  const allowed_mentions = { parse: [] };
  const content = [discord.bold(heading), ...blocks].join('\n\n');
  if (style === 'text') return { content, allowed_mentions };
  const image = picture && { url: picture };
  const embed = { title: heading, url, description: blocks.join('\n\n'), image };
  return { embeds: [embed], allowed_mentions };
}
