import type { ThemeRegistration } from 'shiki/core';

/**
 * Classes of highlighted code, each with the grammar scopes that get it; `site/base/code.css` has
 * their colours. Names are short, because most tokens are a single word. The empty class is plain
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
 * A theme in which a class takes the place of each colour. Highlighters return a theme's colours
 * unchanged, so they return the class of each token.
 */
export const classTheme: ThemeRegistration = {
  name: 'classes',
  type: 'light',
  colors: { 'editor.foreground': colourOf(''), 'editor.background': colourOf('') },
  tokenColors: Object.entries(scopes).map(([name, scope]) => ({
    scope: [...scope],
    settings: { foreground: colourOf(name) },
  })),
};

/** The class for a colour of the theme; undefined for plain text. */
export function classOfColour(colour: string | undefined): TokenClass | undefined {
  return tokenClasses.find((name) => colourOf(name) === colour);
}

function colourOf(name: string): string {
  return `var(--code-${name || 'text'})`;
}
