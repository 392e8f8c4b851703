import type { Announcement } from './announcement.ts';
import { defuse, escapeWithin, type Frame, layOut, type Markup } from './post.ts';

// Messages for Discord's webhooks (discord.com/developers, "Execute Webhook"): a content of at most
// 2,000 characters, or an embed whose title has 256, its description 4,096, and all of it 6,000.

const max = { text: 2000, title: 256, embed: 4096 };

const discord: Markup = {
  bullet: '- ',
  escape: (text) => defuse(text.replace(/[\\*_~`|>#[\]()<]/g, '\\$&')),
  bold: (escaped) => `**${escaped}**`,
  link: (escaped, url) => `[${escaped}](${url.replace(/[()]/g, encodeURIComponent)})`,
};

/** @param style `text` for announcement channels, which strip embeds */
export function discordMessage(
  all: readonly Announcement[],
  style: 'embed' | 'text',
  frame: Frame,
): object {
  const { url, picture, rest, ...shown } = layOut(all, frame, discord, max[style]);
  const title = escapeWithin(shown.title, max.title, discord);
  const more = rest > 0 ? [discord.escape(frame.words.moreOptions(rest))] : [];
  const texts = [...shown.texts, ...more];
  const allowed_mentions = { parse: [] };
  if (style === 'text')
    return { content: [discord.bold(title), ...texts, url].join('\n\n'), allowed_mentions };
  const image = picture === undefined ? {} : { image: { url: picture } };
  return { embeds: [{ title, url, description: texts.join('\n\n'), ...image }], allowed_mentions };
}
