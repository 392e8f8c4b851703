import type { ThemeRegistration } from 'shiki/core';

/**
 * Class names of highlighted code, each with its TextMate scopes; `site/base/code.css` has the
 * colours. Names are short, because a page repeats them for each token. The empty name is for plain
 * text.
 */
const scopes = {
  k: ['keyword', 'storage', 'entity.name.tag', 'punctuation.definition.heading', 'heading'],
  s: ['string', 'markup.inline.raw', 'markup.fenced_code'],
  n: ['constant', 'variable.language', 'support.constant', 'keyword.other.unit'],
  f: ['entity.name.function', 'support.function', 'entity.name.type', 'entity.name.class'],
  p: [
    ...['entity.other.attribute-name', 'support.type.property-name', 'meta.object-literal.key'],
    ...['entity.name.tag.yaml', 'support.type.vendored', 'variable.other.key'],
  ],
  c: ['comment', 'punctuation.definition.comment'],
  i: ['markup.inserted', 'meta.diff.header.to-file', 'punctuation.definition.inserted'],
  d: ['markup.deleted', 'meta.diff.header.from-file', 'punctuation.definition.deleted'],
  '': [
    ...['keyword.operator', 'punctuation.separator', 'punctuation.terminator', 'meta.brace'],
    ...['meta.template.expression', 'string.unquoted.argument'],
    'punctuation.separator.key-value',
  ],
} as const;

type TokenClass = Exclude<keyof typeof scopes, ''>;

export const tokenClasses = Object.keys(scopes).filter((name) => name !== '') as TokenClass[];

/**
 * A theme whose colours are CSS variables named after the classes. Shiki returns a theme's colours
 * unchanged, so the class of each token can be read from its colour.
 */
export const classTheme: ThemeRegistration = {
  name: 'classes',
  type: 'light',
  colors: { 'editor.foreground': nameColour(''), 'editor.background': nameColour('') },
  tokenColors: Object.entries(scopes).map(([name, scope]) => ({
    scope: [...scope],
    settings: { foreground: nameColour(name) },
  })),
};

/** The class for a colour of the theme; undefined for plain text. */
export function findTokenClass(colour: string | undefined): TokenClass | undefined {
  return tokenClasses.find((name) => nameColour(name) === colour);
}

function nameColour(name: string): string {
  return `var(--code-${name || 'text'})`;
}
