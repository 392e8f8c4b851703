import { textOfHtml } from './html/sections.ts';

/** Removes hashes, numbers and thanks in front of the text of an item. */
export function withoutReferences(text: string): string {
  return text.replace(reference, '');
}

const reference =
  /^(?:(?:\W*(?:[\da-f]{7,40}|(?:\p{L}{2,10} )?#\d+|gh-\d+|[A-Z]{2,10}-\d+)(?![\p{L}\d-])\S?|thanks @\S+?!?(?= ))\s*(?:[-–—·|:]\s*)?)+/iu;

/** Whether an item is a table of commits or a row of one. */
export function isOfCommits(html: string): boolean {
  return ofCommits.test(html);
}

const hash = '(?:<a [^>]*>)?(?:<code>)?[\\da-f]{7,40}(?:</code>)?(?:</a>)?';
const ofCommits = new RegExp(`^${hash} · |<td>${hash}</td>`);

/**
 * Whether an item only leads to others, or shows how something was or will be. Several sentences say
 * something, even if the last one leads to a list.
 */
export function isFragment(text: string): boolean {
  const leads = /[:：]$/.test(text) && !/[.!?]\s|。/.test(text);
  return leads || /^(?:before|after|vorher|nachher|avant|après)\s?:/i.test(text);
}

/**
 * The text of an item. Bold words at the start are put in brackets, because they are a label, like
 * words in brackets.
 */
export function markedText(html: string): string {
  return textOfHtml(html.replace(/^<(strong|b)>([^<]{1,39}[^<.!?。])<\/\1>/, '[$2] '));
}
