// Names of issues, pull requests and commits: #12, !12, acme/app#12, GH-12, ABC-12, 1a2b3c4.
const name = '(?:[\\w.-]+(?:/[\\w.-]+)?)?[#!]\\d+|[A-Z][A-Z\\d]+-\\d+|(?=[a-f]*\\d)[\\da-f]{7,40}';
const code = `(?:<code>)?(?:${name})(?:</code>)?`;
const link = `<a(?: [a-z-]+="[^"]*")+>${code}</a>`;
const between =
  '[\\s,،;&()[\\]]*(?:(?:and|[Cc]lose[sd]?|[Ff]ix(?:e[sd])?|[Rr]efs?|[Rr]esolve[sd]?|see) )?\\(?';
const references = new RegExp(`${link}(?:${between}${link})*`, 'g');
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
 * commits or are followed by a separator.
 */
export function markReferences(html: string): string {
  const matches = (place: RegExp, offset: number) => {
    place.lastIndex = offset;
    return place.test(html);
  };
  return html.replace(references, (run: string, offset: number) => {
    const after = offset + run.length;
    const isLabel = matches(start, offset) && (commit.test(run) || matches(separator, after));
    return isLabel || matches(end, after) ? run.replaceAll('<a ', '<a class="reference" ') : run;
  });
}
