import type { LanguageRegistration } from 'shiki/core';
import type { BundledLanguage } from 'shiki/langs';

/** A language's grammar, with those of the languages that may stand inside it. */
interface Grammar {
  name: string;
  registrations: LanguageRegistration[];
}

/** The languages that release notes quote, by names that they go by; loaded when one comes. */
const quoted: ReadonlySet<string> = new Set<BundledLanguage>([
  ...(['astro', 'c', 'cpp', 'c++', 'csharp', 'c#', 'cs', 'css', 'diff'] as const),
  ...(['docker', 'dockerfile', 'go', 'graphql', 'gql', 'html', 'http', 'ini'] as const),
  ...(['properties', 'java', 'javascript', 'js', 'mjs', 'cjs', 'json', 'jsonc', 'jsx'] as const),
  ...(['kotlin', 'kt', 'markdown', 'md', 'php', 'python', 'py', 'ruby', 'rb', 'rust'] as const),
  ...(['rs', 'shellscript', 'sh', 'shell', 'bash', 'zsh', 'console', 'shellsession'] as const),
  ...(['sql', 'svelte', 'swift', 'toml', 'tsx', 'typescript', 'ts', 'mts', 'cts'] as const),
  ...(['vue', 'xml', 'yaml', 'yml'] as const),
]);

/** Names that Shiki does not know, or knows otherwise. */
const others = new Map([
  ['patch', 'diff'],
  ['golang', 'go'],
  ['json5', 'jsonc'],
]);

/** Undefined for a language that is not among these. */
export async function loadGrammar(name: string): Promise<Grammar | undefined> {
  const known = others.get(name) ?? name;
  if (!quoted.has(known)) return undefined;
  const { bundledLanguages } = await import('shiki/langs');
  const registrations = (await bundledLanguages[known as BundledLanguage]()).default;
  // The language itself comes after those that it embeds.
  const own = registrations.at(-1);
  return own && { name: own.name, registrations };
}
