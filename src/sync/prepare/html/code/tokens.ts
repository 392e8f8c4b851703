import type { GrammarState, HighlighterCore } from 'shiki/core';
import type { BundledLanguage } from 'shiki/langs';
import { classTheme, findTokenClass } from './token-classes.ts';

/** A piece of code of one kind; plain text if `kind` is undefined. */
export interface CodeToken {
  kind: string | undefined;
  text: string;
}

// Limits beyond which code is not highlighted, because grammars may take quadratic time. There is
// no timeout, because the same body must produce the same HTML on a slow machine. Longer lines are
// usually data or minified code.
const maxLineLength = 300;
const maxDepth = 100;

/** Shared by all calls, because loading grammars is slow. */
let highlighter: Promise<HighlighterCore> | undefined;

/** Splits code into tokens; undefined if the code is not to be highlighted. */
export async function splitTokens(
  code: string,
  language: string,
): Promise<CodeToken[] | undefined> {
  const known = others.get(language) ?? language;
  if (!quoted.has(known)) return undefined;
  highlighter ??= createHighlighter();
  const ready = await highlighter;
  const { bundledLanguages } = await import('shiki/langs');
  await ready.loadLanguage(bundledLanguages[known as BundledLanguage]);
  return tokenise(code, known, ready);
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
      append(tokens, { kind: findTokenClass(color), text: content });
  }
  return tokens;
}

/**
 * Appends a token. Two tokens of one kind are merged, together with white space between them, to
 * write fewer tags.
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

/** Names and aliases of the languages that are highlighted. Grammars are loaded on demand. */
const quoted: ReadonlySet<string> = new Set<BundledLanguage>([
  ...(['astro', 'c', 'cpp', 'c++', 'csharp', 'c#', 'cs', 'css', 'diff'] as const),
  ...(['docker', 'dockerfile', 'go', 'graphql', 'gql', 'html', 'http', 'ini'] as const),
  ...(['properties', 'java', 'javascript', 'js', 'mjs', 'cjs', 'json', 'jsonc', 'jsx'] as const),
  ...(['kotlin', 'kt', 'markdown', 'md', 'php', 'python', 'py', 'ruby', 'rb', 'rust'] as const),
  ...(['rs', 'shellscript', 'sh', 'shell', 'bash', 'zsh', 'console', 'shellsession'] as const),
  ...(['sql', 'svelte', 'swift', 'toml', 'tsx', 'typescript', 'ts', 'mts', 'cts'] as const),
  ...(['vue', 'xml', 'yaml', 'yml'] as const),
]);

/**
 * Language names that Shiki does not know or maps to another language, with the language to use.
 */
const others = new Map([
  ['patch', 'diff'],
  ['golang', 'go'],
  ['json5', 'jsonc'],
]);
