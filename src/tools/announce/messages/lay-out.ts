import { stringsFor } from '../../../site/base/strings/languages/languages.ts';
import type { Announcement } from './announcement.ts';
import { fitText } from './fit.ts';

/** How a side writes texts. */
export interface Markup {
  /** Maximum length of a message, in UTF-16 units. */
  max: number;
  bullet: string;
  escape: (text: string) => string;
  bold: (escaped: string) => string;
  link: (escaped: string, url: string) => string;
}

/** Limits in UTF-16 units. `other` is for the title's markup and the link at the end. */
const max = { title: 150, escapedTitle: 256, lead: 600, item: 350, other: 200 };

/**
 * What a message shows of one release, or of several with a line each: a plain title, the same
 * title in the markup of a side, and blocks in this markup, the last of which is a link. Lines that
 * have no room are left out whole; the link says how many.
 * @param home address of the changelog
 */
export function layOut(all: readonly Announcement[], home: string, markup: Markup) {
  const [one] = all.length === 1 ? all : [];
  const words = stringsFor(all[0]?.language ?? 'en');
  const title = fitText(defuse(one?.title ?? words.releases(all.length)), max.title);
  const url = one?.url ?? home;
  const write = (text: string, most: number) => escapeWithin(defuse(text), most, markup);
  const item = (text: string) => markup.bullet + write(text, max.item);
  const link = (to: Announcement) =>
    markup.bullet + markup.link(write(to.title, max.title), to.url);
  const heading = markup.bold(markup.escape(words.upgrade.groups.action));
  const groups = [
    one?.lead ? [write(one.lead, max.lead)] : [],
    one?.action.length ? [heading, ...one.action.map(item)] : [],
    one ? one.others.map(item) : all.map(link),
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
  return {
    title,
    heading: escapeWithin(title, max.escapedTitle, markup),
    url,
    picture: one?.picture,
    blocks: [...texts, markup.link(end, url)],
  };
}

/** Escapes a text, and cuts it so that the escaped text has at most `most` UTF-16 units. */
function escapeWithin(text: string, most: number, markup: Markup): string {
  const escaped = markup.escape(fitText(text, most));
  // Of one unit, escaping makes at most five.
  return escaped.length <= most ? escaped : markup.escape(fitText(text, Math.floor(most / 5)));
}

/** Keeps `@here`, `<!channel>` and the like from being a mention. */
function defuse(text: string): string {
  return text.replace(/@(?=\S)|<(?=[@!#])/g, '$&\u200b');
}
