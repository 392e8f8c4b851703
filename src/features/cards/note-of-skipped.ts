import { printable } from '../../lib/text/printable.ts';
import { oneLine, shorten } from '../../lib/text/text.ts';

/** A message of one line about releases that got no card. @param titles at least one */
export function noteOfSkipped(titles: readonly string[]): string {
  const named = titles.slice(0, maxNamed).map((title) => `“${shorten(oneLine(title), 40)}”`);
  const more = titles.length - named.length;
  const names = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const subject = titles.length === 1 ? '1 release has' : `${titles.length} releases have`;
  const reason = 'because no font has all letters of the title';
  return printable(`${subject} no card, ${reason}: ${names}.`);
}

const maxNamed = 3;
