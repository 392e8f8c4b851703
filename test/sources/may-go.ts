/**
 * Everything that a source may contain and a page leaves out without a word in the report. Each
 * pattern matches such a part of a Markdown text.
 */
export const mayGo: readonly { what: string; pattern: RegExp }[] = [
  { what: 'comments', pattern: /<!--.*?-->/gs },
  { what: 'link definitions', pattern: /^ {0,3}\[(?!\^)[^\]\n]+\]:.*$/gm },
  { what: 'labels of footnotes', pattern: /\[\^[^\]\n]+\]:?/g },
  { what: 'info strings of code', pattern: /(?<=^[ >\d.*-]*(?:`{3,}|~{3,}))[^`\n]*$/gm },
  { what: 'the numbers of list items', pattern: /^[ >\d.*-]*\d+[.)](?= )/gm },
  { what: 'attributes of tags', pattern: /(?<=<[a-z]+) [^<>\n]*(?=>)/gi },
  {
    what: 'the names of tags that HTML knows',
    pattern: /<\/?(?:details|summary|b|center|div)\b/gi,
  },
];
