import type { LanguageRegistration } from 'shiki/core';

/** A language's grammar, with those of the languages that may stand inside it. */
interface Grammar {
  name: string;
  registrations: LanguageRegistration[];
}

type Load = () => Promise<{ default: LanguageRegistration[] }>;

/** The languages that release notes quote, by every name that they go by; loaded when one comes. */
const grammars: Record<string, Load> = {
  astro: () => import('@shikijs/langs/astro'),
  c: () => import('@shikijs/langs/c'),
  'cpp c++': () => import('@shikijs/langs/cpp'),
  'csharp c# cs': () => import('@shikijs/langs/csharp'),
  css: () => import('@shikijs/langs/css'),
  'diff patch': () => import('@shikijs/langs/diff'),
  'docker dockerfile': () => import('@shikijs/langs/docker'),
  'go golang': () => import('@shikijs/langs/go'),
  'graphql gql': () => import('@shikijs/langs/graphql'),
  html: () => import('@shikijs/langs/html'),
  http: () => import('@shikijs/langs/http'),
  'ini properties': () => import('@shikijs/langs/ini'),
  java: () => import('@shikijs/langs/java'),
  'javascript js mjs cjs': () => import('@shikijs/langs/javascript'),
  json: () => import('@shikijs/langs/json'),
  'jsonc json5': () => import('@shikijs/langs/jsonc'),
  jsx: () => import('@shikijs/langs/jsx'),
  'kotlin kt': () => import('@shikijs/langs/kotlin'),
  'markdown md': () => import('@shikijs/langs/markdown'),
  php: () => import('@shikijs/langs/php'),
  'python py': () => import('@shikijs/langs/python'),
  'ruby rb': () => import('@shikijs/langs/ruby'),
  'rust rs': () => import('@shikijs/langs/rust'),
  'shellscript sh shell bash zsh': () => import('@shikijs/langs/shellscript'),
  'console shellsession': () => import('@shikijs/langs/shellsession'),
  sql: () => import('@shikijs/langs/sql'),
  svelte: () => import('@shikijs/langs/svelte'),
  swift: () => import('@shikijs/langs/swift'),
  toml: () => import('@shikijs/langs/toml'),
  tsx: () => import('@shikijs/langs/tsx'),
  'typescript ts mts cts': () => import('@shikijs/langs/typescript'),
  vue: () => import('@shikijs/langs/vue'),
  xml: () => import('@shikijs/langs/xml'),
  'yaml yml': () => import('@shikijs/langs/yaml'),
};

const byName = new Map(
  Object.entries(grammars).flatMap(([names, load]) =>
    names.split(' ').map((name) => [name, load] as const),
  ),
);

/** Undefined for a language that is not in the table. */
export async function loadGrammar(name: string): Promise<Grammar | undefined> {
  const registrations = (await byName.get(name)?.())?.default;
  // The language itself comes after those that it embeds.
  const own = registrations?.at(-1);
  return registrations && own && { name: own.name, registrations };
}
