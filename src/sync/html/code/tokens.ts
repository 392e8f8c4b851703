import type { GrammarState, HighlighterCore } from 'shiki/core';
import { loadGrammar } from './languages.ts';
import { classOf, classTheme } from './token-classes.ts';

/** A run of code of one kind; plain where it has none. */
export interface CodeToken {
  kind: string | undefined;
  text: string;
}

// What code may cost is bounded by its shape and not by a clock: the same body must come out the
// same on a slow machine. Longer lines are data or minified, and deeper nesting is no code at all;
// a grammar may take the square of either.
const longestLine = 300;
const deepest = 100;

/** Grammars are costly to read, and keep nothing of what they read: one highlighter for all. */
let highlighter: Promise<HighlighterCore> | undefined;

/** Code by the kinds of its tokens; undefined where it is to stay plain. */
export async function tokensOf(code: string, language: string): Promise<CodeToken[] | undefined> {
  const grammar = await loadGrammar(language);
  if (!grammar) return undefined;
  highlighter ??= createHighlighter();
  const ready = await highlighter;
  await ready.loadLanguage(grammar.registrations);
  return tokenise(code, grammar.name, ready);
}

/** Lets go of the grammars, which take tens of megabytes: who needs one reads it again. */
export function forgetGrammars(): void {
  highlighter = undefined;
}

/** Loaded when it is needed: many syncs meet no code, and it is megabytes. */
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
      tokenizeMaxLineLength: longestLine,
      tokenizeTimeLimit: 0,
      ...(state && { grammarState: state }),
    });
    state = ready.getLastGrammarState(read);
    if ((state?.getScopes()?.length ?? 0) > deepest) return undefined;
    if (index > 0) append(tokens, { kind: undefined, text: '\n' });
    for (const { content, color } of read.flat())
      append(tokens, { kind: classOf(color), text: content });
  }
  return tokens;
}

/** White space between two runs of one kind joins them: it has no colour, and tags cost bytes. */
function append(tokens: CodeToken[], { kind, text }: CodeToken): void {
  const last = tokens.at(-1);
  const before = tokens.at(-2);
  if (last && last.kind === kind) last.text += text;
  else if (last && before && before.kind === kind && last.text.trim() === '') {
    tokens.pop();
    before.text += last.text + text;
  } else tokens.push({ kind, text });
}
