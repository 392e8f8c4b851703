import MarkdownIt, {
  type Env,
  type MarkdownIt as Parser,
  type StateBlock,
  type StateCore,
  type Token,
} from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { taskMarks } from '../../model/content/content.ts';
import { beginsWithText, escapeTags } from './raw-tags.ts';

// Parses GitHub-flavoured Markdown (CommonMark 0.31 with the extensions of GFM) in two steps: the
// blocks of a whole file, which takes linear time, and the text of each block.

/** Maximum depth of tokens. The parser drops blocks that are nested more deeply. */
export const maxNesting = 100;

/** Parses only blocks. */
export const blockParser = createParser();
blockParser.core.ruler.disable(['inline', 'linkify', 'text_join']);
changeRule(blockParser, 'html_block', keepTagsInText);
changeRule(blockParser, 'html_block', needEnd);
changeRule(blockParser, 'fence', needEnd);

/** Parses the text of blocks, and renders it. */
export const inlineParser = createParser();
inlineParser.core.ruler.disable(['normalize', 'block']);
inlineParser.core.ruler.push('github', adaptToGitHub);

const { rules } = inlineParser.renderer;
rules.html_block = rules.html_inline = (tokens, at) => escapeTags(tokens[at]?.content ?? '');
rules.s_open = () => '<del>';
rules.s_close = () => '</del>';
rules.plain_text = (tokens, at) =>
  inlineParser.utils.escapeHtml(tokens[at]?.content ?? '').replaceAll('\n', '<br>\n');
rules.footnote_ref = (tokens, at) => {
  const [token] = tokens.slice(at);
  if (!token?.content) return `[^${inlineParser.utils.escapeHtml(token ? labelOf(token) : '')}]`;
  return `<sup><a href="#${footnoteId(token)}">${token.content}</a></sup>`;
};

function createParser() {
  const parser = new MarkdownIt({ html: true, linkify: true, maxNesting }).use(footnotes);
  // An address has to have a scheme.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  // GFM has no `^[…]`. The notes are written by `references.ts`, because a release has several
  // texts.
  parser.core.ruler.disable('footnote_tail');
  parser.inline.ruler.disable('footnote_inline');
  return parser;
}

/** The id in HTML of the footnote to which a token refers. */
export function footnoteId({ content }: Token): string {
  return `fn-${content}`;
}

/** The label of a footnote or of a reference to it. */
export function labelOf({ meta }: Token): string {
  return String(meta?.label);
}

const { Token: OwnToken } = new blockParser.block.State('', blockParser, {}, []);

export function createToken(type: string, tag: string, nesting: -1 | 0 | 1, content = ''): Token {
  return Object.assign(new OwnToken(type, tag, nesting), { content });
}

type BlockRule = Parameters<Parser['block']['ruler']['at']>[1];

/** Replaces a rule for blocks. @param change makes the new rule from the old one */
function changeRule(
  { block: { ruler } }: Parser,
  name: string,
  change: (rule: BlockRule) => BlockRule,
) {
  const rule = ruler.__rules__[ruler.__find__(name)];
  if (!rule) throw new Error(`markdown-it has no rule ${name}`);
  ruler.at(name, change(rule.fn), { alt: rule.alt });
}

/** A tag that becomes text begins no block of raw HTML. */
function keepTagsInText(rule: BlockRule): BlockRule {
  return (state, line, ...more) =>
    !beginsWithText(textOf(state, line)) && rule(state, line, ...more);
}

/**
 * A fence, a comment or a `<pre>` that nothing closes is text, because it would hide the rest of the
 * file. Inside a list or a quotation, it ends with that.
 */
function needEnd(rule: BlockRule): BlockRule {
  return (state, line, end, isSilent) => {
    const [start] = blockStart.exec(textOf(state, line).toLowerCase()) ?? [];
    if (start === undefined || isSilent || state.level > 0) return rule(state, line, end, isSilent);
    const unclosed = unclosedIn(state.env);
    const isKnown = [...unclosed.values()].some((one) => start.startsWith(one));
    const count = state.tokens.length;
    if (isKnown || !rule(state, line, end, isSilent)) return false;
    const last = state.line > line + 1 ? textOf(state, state.line - 1) : '';
    if (isClosed(start, state.tokens[count]?.content ?? '', last)) return true;
    unclosed.set(line, start);
    state.tokens.length = count;
    state.line = line;
    return false;
  };
}

/** The start of a block that may contain blank lines (CommonMark 0.31, 4.5 and 4.6). */
const blockStart = /^(?:`{3,}|~{3,}|<pre(?=[\s>]|$)|<!--)/;

/** @param last the last line of the block */
function isClosed(start: string, content: string, last: string): boolean {
  if (start.startsWith('<'))
    return content.toLowerCase().includes(start === '<pre' ? '</pre>' : '-->');
  return last.startsWith(start) && last.replaceAll(start[0] ?? '', '').trim() === '';
}

/** The starts of fences and the like that nothing closes, by line, counted from 0. */
export function unclosedIn(env: Env & { unclosed?: Map<number, string> }): Map<number, string> {
  env.unclosed ??= new Map();
  return env.unclosed;
}

function textOf({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string {
  return src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]);
}

/** Writes check boxes of task lists as characters, and alignments of cells as attributes. */
function adaptToGitHub({ tokens }: StateCore): void {
  for (const [index, token] of tokens.entries()) {
    const [first] = token.children ?? [];
    if (first?.type === 'text' && tokens[index - 2]?.type === 'list_item_open')
      first.content = first.content.replace(/^\[([ x])\](?=\s)/i, (_, mark) =>
        mark === ' ' ? taskMarks.open : taskMarks.done,
      );
    const [, side] = /text-align:(\w+)/.exec(String(token.attrGet('style') ?? '')) ?? [];
    if (side !== undefined) token.attrs = [['align', side]];
  }
}
