import type { Announcement } from './announcement.ts';
import { fitLines, fitText } from './fit.ts';
import { defuse } from './slack.ts';
import type { Words } from './words.ts';

// Messages for Discord's webhooks (discord.com/developers, "Execute Webhook"): a content of at most
// 2,000 characters, or an embed whose title has 256, its description 4,096, and all of it 6,000.

const max = { content: 2000, title: 256, description: 4096, lead: 1000, item: 300 };

/** @param style `text` for announcement channels, which strip embeds */
export function discordMessage(one: Announcement, style: 'embed' | 'text', words: Words): object {
  const { title, url, picture } = one;
  const lines = [
    ...(one.lead === '' ? [] : [escapeWithin(one.lead, max.lead)]),
    ...(one.action.length > 0 ? [`**${escapeDiscord(words.needsAction)}**`] : []),
    ...[...one.action, ...one.others].map((item) => `- ${escapeWithin(item, max.item)}`),
    ...(one.more > 0 ? [escapeDiscord(words.more(one.more))] : []),
  ];
  if (style === 'text') return asText(escapeWithin(title, max.title), lines, url);
  const image = picture === undefined ? {} : { image: { url: picture } };
  const description = fitLines(lines, max.description).join('\n');
  const embed = { title: escapeWithin(title, max.title), url, description, ...image };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}

/** A message with a line for each of several releases. */
export function discordList(
  all: readonly Announcement[],
  style: 'embed' | 'text',
  site: string,
  words: Words,
): object {
  const title = words.releases(all.length);
  const lines = all.map(
    (one) => `- [${escapeWithin(one.title, 150)}](${one.url.replace(/[()]/g, encodeURIComponent)})`,
  );
  const most = style === 'text' ? max.content - site.length - max.title : max.description - 100;
  const shown = fitLines(lines, most);
  const rest = all.length - shown.length;
  const text = [...shown, ...(rest > 0 ? [words.more(rest)] : [])];
  if (style === 'text') return asText(title, text, site);
  const embed = { title, url: site, description: text.join('\n') };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}

function asText(title: string, lines: readonly string[], url: string): object {
  const start = `**${title}**`;
  const shown = fitLines(lines, max.content - start.length - url.length - 4);
  return { content: [start, ...shown, url].join('\n'), allowed_mentions: { parse: [] } };
}

function escapeWithin(text: string, most: number): string {
  const escaped = escapeDiscord(fitText(text, most));
  return escaped.length <= most ? escaped : escapeDiscord(fitText(text, Math.floor(most / 3)));
}

/** Escapes Discord's Markdown, and keeps names from being mentions. */
function escapeDiscord(text: string): string {
  return defuse(text.replace(/[\\*_~`|>#[\]()<]/g, '\\$&'));
}
