import { printable } from '../../lib/text/printable.ts';
import { oneLine, shorten } from '../../lib/text/text.ts';

/** One line about releases without a card. @param titles at least one */
export function noteOfSkipped(titles: readonly string[]): string {
  const named = titles.slice(0, maxNamed).map((title) => `“${shorten(oneLine(title), 40)}”`);
  const more = titles.length - named.length;
  const names = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const releases = titles.length === 1 ? '1 release' : `${titles.length} releases`;
  const subject = `${releases} shared with the site’s picture`;
  return printable(`${subject}, as no face has the letters of the title: ${names}.`);
}

const maxNamed = 3;
