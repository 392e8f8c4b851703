import type { Strings } from '../../../site/base/strings/shape.ts';
import type { Announcement } from './announcement.ts';
import { fitText } from './fit.ts';

/** How a side writes texts. */
export interface Markup {
  bullet: string;
  escape: (text: string) => string;
  bold: (escaped: string) => string;
  link: (escaped: string, url: string) => string;
}

export interface Frame {
  /** Address of the changelog. */
  site: string;
  words: Strings;
}

/** Limits in UTF-16 units. The lead and five items fit into a section of Slack. */
const max = { title: 150, lead: 600, item: 350, other: 200 };

/**
 * What a message shows of one release, or of several with a line each, in about `room` UTF-16 units:
 * a plain title, an address, and texts in the markup of the side. `rest` is the number of changes or
 * releases that are left out, each of them whole.
 */
export function layOut(
  all: readonly Announcement[],
  { site, words }: Frame,
  markup: Markup,
  room: number,
) {
  const [one] = all.length === 1 ? all : [];
  const title = fitText(one?.title ?? words.releases(all.length), max.title);
  const url = one?.url ?? site;
  const item = (text: string) => markup.bullet + escapeWithin(text, max.item, markup);
  const link = (to: Announcement) =>
    markup.bullet + markup.link(escapeWithin(to.title, max.title, markup), to.url);
  const heading = markup.bold(markup.escape(words.upgrade.groups.action));
  const groups = [
    one?.lead ? [escapeWithin(one.lead, max.lead, markup)] : [],
    one?.action.length ? [heading, ...one.action.map(item)] : [],
    one ? one.others.map(item) : all.map(link),
  ];
  let left = room - title.length - url.length - max.other;
  const shown = groups.map((lines) =>
    lines.filter((line) => {
      left -= line.length + 1;
      return left >= 0;
    }),
  );
  const texts = shown.map((lines) => lines.join('\n')).filter((text) => text !== '');
  const rest = (one?.more ?? 0) + groups.flat().length - shown.flat().length;
  return { title, url, picture: one?.picture, texts, rest };
}

/** Escapes a text, and cuts it so that the escaped text has at most `most` UTF-16 units. */
export function escapeWithin(text: string, most: number, markup: Markup): string {
  const escaped = markup.escape(fitText(text, most));
  // Of one unit, escaping makes at most five.
  return escaped.length <= most ? escaped : markup.escape(fitText(text, Math.floor(most / 5)));
}

/** Keeps `@here`, `<!channel>` and the like from being a mention. */
export function defuse(text: string): string {
  return text.replace(/@(?=\S)|<(?=[@!#])/g, '$&\u200b');
}
