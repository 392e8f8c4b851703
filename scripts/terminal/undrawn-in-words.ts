import { printable } from '../../src/lib/text/printable.ts';
import { oneLine, shorten } from '../../src/lib/text/text.ts';
import { count } from '../../src/sync/report/words.ts';

/** Says on one line which releases no card can show. @param titles at least one */
export function undrawnInWords(titles: readonly string[]): string {
  const named = titles.slice(0, mostNamed).map((title) => `“${shorten(oneLine(title), 40)}”`);
  const more = titles.length - named.length;
  const names = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const subject = `${count(titles.length, 'release')} shared with the site’s picture`;
  return printable(`${subject}, as no face has the letters of the title: ${names}.`);
}

const mostNamed = 3;
