import type { Announcement } from './announcement.ts';
import { fitLines, fitText } from './fit.ts';
import type { Words } from './words.ts';

// Messages for Slack's incoming webhooks in Block Kit (docs.slack.dev, "Blocks"): at most 50 blocks,
// 150 characters in a header, and 3,000 in a section.

const max = { header: 150, section: 3000, item: 500, lead: 1000, alt: 2000, url: 3000 };

type Block = Record<string, unknown>;

/** A message about one release. */
export function slackMessage(one: Announcement, words: Words): object {
  const { title, url, lead, picture } = one;
  return {
    text: `${escapeSlack(fitText(title, max.header))} ${url}`,
    blocks: [
      header(title),
      ...(lead === '' ? [] : [section(escapeWithin(lead, max.lead))]),
      ...list(words.needsAction, one.action),
      ...list(undefined, one.others),
      ...(picture !== undefined && picture.length <= max.url
        ? [{ type: 'image', image_url: picture, alt_text: fitText(defuse(title), max.alt) }]
        : []),
      section(linkTo(url, one.more > 0 ? words.more(one.more) : words.readOn)),
    ],
  };
}

/** A message with a line for each of several releases. */
export function slackList(all: readonly Announcement[], site: string, words: Words): object {
  const title = words.releases(all.length);
  const lines = all.map(({ title, url }) => `• ${linkTo(url, title)}`);
  const shown = fitLines(lines, max.section - max.item);
  const rest = all.length - shown.length;
  const end = linkTo(site, rest > 0 ? words.more(rest) : words.readOn);
  return { text: `${title} ${site}`, blocks: [header(title), section([...shown, end].join('\n'))] };
}

function header(title: string): Block {
  const text = { type: 'plain_text', text: fitText(defuse(title), max.header), emoji: false };
  return { type: 'header', text };
}

function section(text: string): Block {
  // Slack makes no links and mentions of its own in a verbatim text.
  return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } };
}

function list(title: string | undefined, items: readonly string[]): Block[] {
  if (items.length === 0) return [];
  const lines = items.map((item) => `• ${escapeWithin(item, max.item)}`);
  return [section([...(title ? [`*${escapeSlack(title)}*`] : []), ...lines].join('\n'))];
}

/** Escapes a text, and cuts it so that the escaped text has at most `most` characters. */
function escapeWithin(text: string, most: number): string {
  const escaped = escapeSlack(fitText(text, most));
  return escaped.length <= most ? escaped : escapeSlack(fitText(text, Math.floor(most / 5)));
}

function linkTo(url: string, text: string): string {
  return `<${url.replaceAll('|', '%7C')}|${escapeWithin(text.replaceAll('|', '¦'), 150)}>`;
}

/** Escapes the three characters of Slack's markup (docs.slack.dev, "Formatting message text"). */
function escapeSlack(text: string): string {
  return defuse(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Keeps `@here`, `<!channel>` and the like from being a mention. */
export function defuse(text: string): string {
  return text.replace(/@(?=\S)|<(?=[@!#])/g, '$&\u200b');
}
