import type { GrammarState, HighlighterCore, LanguageRegistration } from 'shiki/core';
import type { BundledLanguage } from 'shiki/langs';
import { classOfColour, classTheme } from './token-classes.ts';

/** A piece of code of one kind; plain text if `kind` is undefined. */
export interface CodeToken {
  kind: string | undefined;
  text: string;
}

// The cost of highlighting is bounded by the code's shape, not by a timer: the same body must
// produce the same HTML on a slow machine. Longer lines are data or minified code, deeper nesting
// is not real code, and grammars may take quadratic time for either.
const maxLineLength = 300;
const maxDepth = 100;

/** Shared, as grammars are costly to load and hold no state. */
let highlighter: Promise<HighlighterCore> | undefined;

/** Splits code into tokens; undefined if the code is to stay plain. */
export async function tokensOf(code: string, language: string): Promise<CodeToken[] | undefined> {
  const grammar = await loadGrammar(language);
  if (!grammar) return undefined;
  highlighter ??= createHighlighter();
  const ready = await highlighter;
  await ready.loadLanguage(grammar.registrations);
  return tokenise(code, grammar.name, ready);
}

/** Frees the grammars, which take tens of megabytes. They load again on demand. */
export function forgetGrammars(): void {
  highlighter = undefined;
}

/** Loaded on demand, because the library is megabytes and many syncs have no code. */
async function createHighlighter(): Promise<HighlighterCore> {
  const { createHighlighterCore } = await import('shiki/core');
  const { createJavaScriptRegexEngine } = await import('shiki/engine/javascript');
  const engine = createJavaScriptRegexEngine({ forgiving: true });
  return createHighlighterCore({ themes: [classTheme], langs: [], engine });
}

function tokenise(code: string, lang: string, ready: HighlighterCore): CodeToken[] | undefined {
  const tokens: CodeToken[] = [];
  let state: GrammarState | undefined;
  for (const [index, line] of code.split('\n').entries()) {
    const read = ready.codeToTokensBase(line, {
      lang,
      theme: classTheme,
      tokenizeMaxLineLength: maxLineLength,
      tokenizeTimeLimit: 0,
      ...(state && { grammarState: state }),
    });
    state = ready.getLastGrammarState(read);
    if ((state?.getScopes()?.length ?? 0) > maxDepth) return undefined;
    if (index > 0) append(tokens, { kind: undefined, text: '\n' });
    for (const { content, color } of read.flat())
      append(tokens, { kind: classOfColour(color), text: content });
  }
  return tokens;
}

/**
 * Appends a token. White space between two tokens of one kind is joined with them, because it has
 * no colour and each tag costs bytes.
 */
function append(tokens: CodeToken[], { kind, text }: CodeToken): void {
  const last = tokens.at(-1);
  const before = tokens.at(-2);
  if (last && last.kind === kind) last.text += text;
  else if (last && before && before.kind === kind && last.text.trim() === '') {
    tokens.pop();
    before.text += last.text + text;
  } else tokens.push({ kind, text });
}

/** A language's grammar, with those of the languages embedded in it. */
interface Grammar {
  name: string;
  registrations: LanguageRegistration[];
}

/**
 * Languages that release notes often quote, with all their names. Grammars are loaded on demand.
 */
const quoted: ReadonlySet<string> = new Set<BundledLanguage>([
  ...(['astro', 'c', 'cpp', 'c++', 'csharp', 'c#', 'cs', 'css', 'diff'] as const),
  ...(['docker', 'dockerfile', 'go', 'graphql', 'gql', 'html', 'http', 'ini'] as const),
  ...(['properties', 'java', 'javascript', 'js', 'mjs', 'cjs', 'json', 'jsonc', 'jsx'] as const),
  ...(['kotlin', 'kt', 'markdown', 'md', 'php', 'python', 'py', 'ruby', 'rb', 'rust'] as const),
  ...(['rs', 'shellscript', 'sh', 'shell', 'bash', 'zsh', 'console', 'shellsession'] as const),
  ...(['sql', 'svelte', 'swift', 'toml', 'tsx', 'typescript', 'ts', 'mts', 'cts'] as const),
  ...(['vue', 'xml', 'yaml', 'yml'] as const),
]);

/** Names that Shiki does not know, or that it maps to another language. */
const others = new Map([
  ['patch', 'diff'],
  ['golang', 'go'],
  ['json5', 'jsonc'],
]);

/** Loads the grammar of a language; undefined for a language that is not listed. */
async function loadGrammar(name: string): Promise<Grammar | undefined> {
  const known = others.get(name) ?? name;
  if (!quoted.has(known)) return undefined;
  const { bundledLanguages } = await import('shiki/langs');
  const registrations = (await bundledLanguages[known as BundledLanguage]()).default;
  // The grammar of the language itself comes last, after those of the languages that it embeds.
  const own = registrations.at(-1);
  return own && { name: own.name, registrations };
}
