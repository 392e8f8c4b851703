// Names of issues, pull requests and commits: #12, !12, acme/app#12, GH-12, ABC-12, 1a2b3c4.
const name = '(?:[\\w.-]+(?:/[\\w.-]+)?)?[#!]\\d+|[A-Z][A-Z\\d]+-\\d+|(?=[a-f]*\\d)[\\da-f]{7,40}';
const code = `(?:<code>)?(?:${name})(?:</code>)?`;
const link = `<a(?: [a-z-]+="[^"]*")+>${code}</a>`;
const between =
  '[\\s,،;&()[\\]]*(?:(?:and|[Cc]lose[sd]?|[Ff]ix(?:e[sd])?|[Rr]efs?|[Rr]esolve[sd]?|see) )?\\(?';
const references = new RegExp(`${link}(?:${between}${link})*`, 'g');
const person = '<a(?: [a-z-]+="[^"]*")+>@[\\w-]+</a>';
/** What Changesets puts before a change: "#12 1a2b3c4 Thanks @ada, @bob! - ". */
const credits = new RegExp(
  `${link}(?:${between}${link}){0,5} Thanks ${person}(?:(?:,| and|, and) ${person}){0,20}! - `,
  'g',
);
const blockEdge = /\s*<\/?(?:p|li|[uod]l|pre|div|h\d|table|blockquote|details)[ >]/g;
const commit = />[\da-f]{7,}</;

/** Matches if only punctuation is left before the end of a paragraph or item. */
const end = /[\s.,;)\]]*(?:$|<\/(?:p|li)>|<(?:p|[uod]l|pre|br|div)[ >])/y;

/** Matches at the start of a paragraph or item. */
const start = /(?<=(?:^|<(?:p|li|div)\b[^>]*>)[\s([]*)/y;

/** Matches punctuation that separates references from the sentence after them. */
const separator = /[:\])]|\s[|–—-]\s/y;

/**
 * Adds the class `reference` to links to issues, pull requests and commits that are not part of a
 * sentence. These are links at the end of an item or paragraph, and links at its start that are
 * commits or are followed by a separator. The credits of Changesets go behind their paragraph.
 */
export function markReferences(html: string): string {
  const moved = moveCredits(html);
  return moved.replace(references, (run: string, offset: number) => {
    const after = offset + run.length;
    const isLabel =
      matches(moved, start, offset) && (commit.test(run) || matches(moved, separator, after));
    const isQuiet = isLabel || matches(moved, end, after);
    return isQuiet ? run.replaceAll('<a ', '<a class="reference" ') : run;
  });
}

function moveCredits(html: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: credit, index } of html.matchAll(credits)) {
    if (!matches(html, start, index)) continue;
    const text = index + credit.length;
    blockEdge.lastIndex = text;
    const to = blockEdge.exec(html)?.index ?? html.length;
    const own = credit.slice(0, -' - '.length);
    parts.push(html.slice(from, index), html.slice(text, to));
    parts.push(` <small class="credit">${own}</small>`);
    from = to;
  }
  return parts.join('') + html.slice(from);
}

function matches(html: string, place: RegExp, offset: number): boolean {
  place.lastIndex = offset;
  return place.test(html);
}
