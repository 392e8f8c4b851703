// Names of issues, pull requests and commits: #12, !12, acme/app#12, GH-12, ABC-12, 1a2b3c4.
const name = '(?:[\\w.-]+(?:/[\\w.-]+)?)?[#!]\\d+|[A-Z][A-Z\\d]+-\\d+|(?=[a-f]*\\d)[\\da-f]{7,40}';
const code = `(?:<code>)?(?:${name})(?:</code>)?`;
const link = `<a(?: [a-z-]+="[^"]*")+>${code}</a>`;
const between =
  '[\\s,;&()[\\]]*(?:(?:and|[Cc]lose[sd]?|[Ff]ix(?:e[sd])?|[Rr]efs?|[Rr]esolve[sd]?|see) )?\\(?';
const references = new RegExp(`${link}(?:${between}${link})*`, 'g');

/** Matches if only punctuation is left before the end of a paragraph or item. */
const end = /[\s.,;)\]]*(?:$|<\/(?:p|li)>|<(?:p|[uod]l|pre|br|div)[ >])/y;

/**
 * Adds the class `reference` to links to issues, pull requests and commits at the end of an item or
 * paragraph. References within a sentence are part of it and stay unchanged.
 */
export function markReferences(html: string): string {
  return html.replace(references, (run: string, offset: number) => {
    end.lastIndex = offset + run.length;
    return end.test(html) ? run.replaceAll('<a ', '<a class="reference" ') : run;
  });
}
