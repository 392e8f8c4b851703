import type { PostRequest } from '../../client/public-post.ts';
import { digestOf } from '../../lib/digest.ts';
import { signedHeaders } from '../../lib/http/standard-webhooks.ts';
import { toJsonText } from '../../lib/json.ts';
import { stringsFor } from '../../site/base/strings/languages/languages.ts';
import type { Target } from './announce-file.ts';
import { fitText } from './fit-text.ts';
import type { Announcement } from './read-news.ts';

/**
 * The request that announces one release, or several in one message.
 * @param home address of the changelog
 */
export function messageFor(
  { side, style, address, secret = '' }: Target,
  all: readonly Announcement[],
  home: string,
  at: Date,
): PostRequest {
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

/** How a side writes texts. */
type Markup = typeof slack;

// Slack's incoming webhooks take Block Kit (docs.slack.dev, "Blocks"): at most 50 blocks, 150
// characters in a header, and 3,000 in a section or an address.

const slack = {
  /** Maximum length of a message, in UTF-16 units. */
  max: 3000,
  bullet: '• ',
  // The three characters of Slack's markup (docs.slack.dev, "Formatting message text").
  escape: (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  bold: (escaped: string) => `*${escaped}*`,
  link: (escaped: string, url: string) =>
    `<${url.replaceAll('|', '%7C')}|${escaped.replaceAll('|', '¦')}>`,
};

function slackContent({ title, heading, url, picture, blocks }: Layout): object {
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
function discordContent({ heading, url, picture, blocks }: Layout, style: Target['style']): object {
  const allowed_mentions = { parse: [] };
  const content = [discord.bold(heading), ...blocks].join('\n\n');
  if (style === 'text') return { content, allowed_mentions };
  const image = picture && { url: picture };
  const embed = { title: heading, url, description: blocks.join('\n\n'), image };
  return { embeds: [embed], allowed_mentions };
}

/** Limits in UTF-16 units. `other` is for the title's markup and the link at the end. */
const max = { title: 150, escapedTitle: 256, lead: 600, item: 350, other: 200 };

type Layout = ReturnType<typeof layOut>;

/**
 * What a message shows of one release, or of several with a line each: a plain title, the same
 * title in the markup of a side, and blocks in this markup, the last of which is a link. Lines that
 * have no room are left out whole; the link says how many.
 */
function layOut(all: readonly Announcement[], home: string, markup: Markup) {
  const [one] = all.length === 1 ? all : [];
  const words = stringsFor(all[0]?.language ?? 'en');
  const url = one?.url ?? home;
  const title = fitText(defuse(one?.title ?? words.releases(all.length)), max.title);
  const write = (text: string, most: number) => fitText(defuse(text), most, markup.escape);
  const item = (text: string) => markup.bullet + write(text, max.item);
  const needsAction = markup.bold(markup.escape(words.upgrade.groups.action));
  const groups = [
    one?.lead ? [write(one.lead, max.lead)] : [],
    one?.action.length ? [needsAction, ...one.action.map(item)] : [],
    one
      ? one.others.map(item)
      : all.map((to) => markup.bullet + markup.link(write(to.title, max.title), to.url)),
  ];
  let left = markup.max - max.escapedTitle - url.length - max.other;
  const shown = groups.map((lines) =>
    lines.filter((line) => {
      left -= line.length + 1;
      return left >= 0;
    }),
  );
  const rest = (one?.more ?? 0) + groups.flat().length - shown.flat().length;
  const end = markup.escape(rest > 0 ? words.moreOptions(rest) : words.readOn);
  const texts = shown.map((lines) => lines.join('\n')).filter((text) => text !== '');
  const blocks = [...texts, markup.link(end, url)];
  const heading = fitText(title, max.escapedTitle, markup.escape);
  return { title, heading, url, picture: one?.picture, blocks };
}

/** Keeps `@here`, `<!channel>` and the like from being a mention. */
function defuse(text: string): string {
  return text.replace(/@(?=\S)|<(?=[@!#])/g, '$&\u200b');
}
