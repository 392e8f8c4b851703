import MarkdownIt, { type StateBlock, type StateCore, type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { taskMarks } from '../../model/content/content.ts';
import { markAlerts } from './alerts.ts';
import { writeEmoji } from './emoji.ts';
import { mapPlainTexts } from './plain-texts.ts';
import { beginsWithText, escapeTags } from './raw-tags.ts';
import { linkReferences, type Repository } from './repository-links.ts';

// Parses GitHub-flavoured Markdown (CommonMark 0.31 with the extensions of GFM) in two steps: the
// blocks of a whole file, which takes linear time, and the text of each block. With markdown-it 15.0,
// both take a third longer than with 14.3.

/** Maximum depth of tokens. What is nested more deeply is text, because the parser drops it. */
export const maxNesting = 100;

/** What the parser's rules tell each other about a text. */
export interface Env {
  references?: Record<string, { href: string }>;
  /** The starts of fences and the like that nothing closes, with their first lines from 0. */
  unclosed: Map<string, number>;
}

/** Parses only blocks. */
export const blockParser = createParser();
blockParser.core.ruler.disable(['inline', 'linkify', 'text_join']);
blockParser.core.ruler.push('alerts', markAlerts);
type Rule = { name: string; fn: Parameters<typeof blockParser.block.ruler.at>[1] };
/** The parser's own list of rules, which its types leave out. */
const { __rules__: blockRules } = blockParser.block.ruler as unknown as { __rules__: Rule[] };
for (const rule of blockRules) {
  const { name, fn } = rule;
  if (['blockquote', 'list', 'fence', 'html_block'].includes(name))
    rule.fn = (state, line, ...more) => !isText(state, line) && fn(state, line, ...more);
}

blockParser.block.ruler.before('heading', 'tight_heading', readTightHeading, {
  alt: ['paragraph', 'reference', 'blockquote'],
});
blockParser.block.ruler.before('heading', 'underlined_heading', readUnderlinedHeading);

/** Parses the text of blocks, and renders it. */
export const inlineParser = createParser();
inlineParser.core.ruler.disable(['normalize', 'block']);
// Runs before escaped characters, such as in `\@name`, are joined with the text around them.
inlineParser.core.ruler.before('text_join', 'short_forms', readShortForms);
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
  return `<sup><a href="#fn-${token.content}">${token.content}</a></sup>`;
};

function createParser() {
  const options = { html: true, linkify: true, maxNesting };
  const parser = new MarkdownIt(options).use(footnotes);
  // An address has to have a scheme.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  // GFM has no `^[…]`. The notes are written by `references.ts`, because a release has several
  // texts.
  parser.core.ruler.disable('footnote_tail');
  parser.inline.ruler.disable('footnote_inline');
  return parser;
}

/** The label of a footnote or of a reference to it. */
export function labelOf({ meta }: Token): string {
  return String(meta?.label);
}

const { Token: OwnToken } = new blockParser.block.State('', blockParser, {}, []);

export function createToken(type: string, tag: string, nesting: -1 | 0 | 1, content = ''): Token {
  return Object.assign(new OwnToken(type, tag, nesting), { content });
}

/** Whether a line that could begin a list, a quotation, code or raw HTML is text. */
function isText(state: StateBlock, line: number): boolean {
  const { src, bMarks, tShift, eMarks, level } = state;
  if (level > maxNesting - 10) return true;
  const start = (bMarks[line] ?? 0) + (tShift[line] ?? 0);
  if (!'<`~'.includes(src[start] ?? ' ')) return false;
  const text = src.slice(start, eMarks[line]);
  if (beginsWithText(text)) return true;
  // Inside a list or a quotation, a block ends with that.
  const [mark] = level > 0 ? [] : (blockStart.exec(text.toLowerCase()) ?? []);
  return mark !== undefined && !isClosed(mark, state, line);
}

/**
 * Reads the heading of a version without a space, as in `##1.0.0`, and headings with a space that
 * CommonMark does not know. Old changelogs have them, and other text would swallow the version. So do
 * those of WordPress, where the heading of a version is `= 1.0.0 =`.
 */
function readTightHeading(state: StateBlock, line: number, _end: number, silent: boolean): boolean {
  const found = tightHeading.exec(lineAt(state, line))?.groups;
  const { marks = '##', text = found?.title } = found ?? {};
  if (text === undefined || silent) return text !== undefined;
  pushHeading(state, `h${marks.length}`, text, [line, line + 1]);
  return true;
}

const tightHeading =
  /^(?:(?<marks>#{1,6})(?:[\u00a0\u3000]+(?=\S)|(?<=##)(?=v?\d+\.\d))(?<text>.*)|= (?<title>(?:version )?v?\d+\.\d.{0,200}?) =[ \t]*)$/i;

/**
 * Reads a line with one of the underlines that only reStructuredText has. Otherwise, the title of a
 * version would be text, and `~~~` would begin code. Below a short word, `~~~` is rather that.
 */
function readUnderlinedHeading(state: StateBlock, line: number, end: number): boolean {
  if (state.level > 0 || line + 1 === end) return false;
  const [underline] = /^([+~^".])\1{2,}(?=[ \t]*$)/.exec(lineAt(state, line + 1)) ?? [];
  const title = lineAt(state, line).trim();
  const length = underline?.length ?? 0;
  const isAlike = title.length <= length + 1 && length <= title.length * 2 + 5;
  if (!isAlike || !/^v?\d|^.{5}/.test(title)) return false;
  pushHeading(state, 'h3', title, [line, line + 2]);
  return true;
}

function lineAt({ src, bMarks, eMarks }: StateBlock, line: number): string {
  return src.slice(bMarks[line], eMarks[line]);
}

function pushHeading(state: StateBlock, tag: string, content: string, map: [number, number]): void {
  state.line = map[1];
  state.push('heading_open', tag, 1).map = map;
  Object.assign(state.push('inline', '', 0), { content, children: [], map });
  state.push('heading_close', tag, -1);
}

/** The start of a block that may contain blank lines (CommonMark 0.31, 4.5 and 4.6). */
const blockStart = /^(?:`{3,}|~{3,}|<pre(?=[\s>]|$)|<!--)/;

/** Whether a fence, a comment or a `<pre>` has an end. Without one, it would hide all below it. */
function isClosed(start: string, { src, bMarks, env }: StateBlock, line: number): boolean {
  const { unclosed }: Env = env;
  if ([...unclosed.keys()].some((one) => start.startsWith(one))) return false;
  const ofHtml = ends[start];
  const end = new RegExp(ofHtml ?? `^ {0,3}${start}${start[0]}*[ \\t]*$`, 'gim');
  end.lastIndex = bMarks[ofHtml ? line : line + 1] ?? src.length;
  if (end.test(src)) return true;
  unclosed.set(start, line);
  return false;
}

const ends: Record<string, string> = { '<pre': '</pre>', '<!--': '-->' };

/** How a text is read; the environment of its parser. */
export interface TextOptions {
  /** Whether a line break in a paragraph is shown as one, as in releases on GitHub. */
  breaksLines?: boolean;
  /** The repository in which references such as `#12` are links. Without it, they stay text. */
  repository?: Repository | undefined;
}

/** Reads what GitHub adds to the text of paragraphs. */
function readShortForms({ tokens, env, Token: TokenType }: StateCore & { env: Env & TextOptions }) {
  const { repository, breaksLines } = env;
  for (const token of tokens) {
    const { children } = token;
    if (!children) continue;
    token.children = mapPlainTexts(children, (text, link) => {
      // Addresses stay as they are.
      if (link?.info !== 'auto') text.content = writeEmoji(text.content);
      return repository ? linkReferences(text, link, repository, TokenType) : text;
    });
    for (const child of breaksLines ? children : [])
      if (child.type === 'softbreak') child.type = 'hardbreak';
  }
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
