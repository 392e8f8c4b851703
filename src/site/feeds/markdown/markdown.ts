import type { Element } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { defaultHandlers as fromElements, type State, toMdast } from 'hast-util-to-mdast';
import type {
  Heading,
  List,
  ListItem,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
  Text,
} from 'mdast';
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { defaultHandlers, toMarkdown } from 'mdast-util-to-markdown';
import { parseFragment } from 'parse5';
import { visit } from 'unist-util-visit';
import { taskClass, taskMarks } from '../../../model/content/content.ts';
import { blocksOf } from '../../base/html/markup.ts';
import { printableXml } from '../printable.ts';
import { simpleBlock } from './simple-blocks.ts';

const extensions = [gfmFootnoteToMarkdown(), gfmTableToMarkdown(), gfmStrikethroughToMarkdown()];

/**
 * Writes blocks as GitHub-flavoured Markdown. Texts are escaped, so that they cannot become markup.
 */
export function writeMarkdown(blocks: readonly RootContent[]): string {
  return toMarkdown(
    { type: 'root', children: [...blocks] },
    {
      extensions,
      handlers: {
        text: writeText,
        paragraph: writeParagraph,
        heading: writeHeading,
        listItem: writeListItem,
      },
      bullet: '-',
      rule: '-',
      listItemIndent: 'one',
    },
  );
}

const plain = String.raw`(?:[\p{Letter}\p{Number},.;:?%/(–—“”‘’'"\-]| (?! |$))*$`;

// Match text that cannot be markup: it begins with a letter, and contains no line break and no
// special character of Markdown. A number may only begin a list where a line begins. Most texts
// match.
const harmless = new RegExp(`^\\p{Letter}${plain}`, 'u');
const harmlessTitle = new RegExp(`^[\\p{Letter}\\p{Number}]${plain}`, 'u');

/** The package's handler tests every text with about sixty patterns, so harmless text skips it. */
const writeText: typeof defaultHandlers.text = (node, parent, state, info) =>
  harmless.test(node.value) ? node.value : defaultHandlers.text(node, parent, state, info);

/** The package's handler takes many steps for each paragraph, so harmless text skips it. */
const writeParagraph: typeof defaultHandlers.paragraph = (node: Paragraph, parent, state, info) =>
  harmlessText(node) ?? defaultHandlers.paragraph(node, parent, state, info);

/** The package's handler searches every heading for line breaks, so harmless text skips it. */
const writeHeading: typeof defaultHandlers.heading = (node: Heading, parent, state, info) => {
  const value = harmlessText(node, harmlessTitle);
  if (value !== undefined) return `${'#'.repeat(node.depth)} ${value}`;
  return defaultHandlers.heading(node, parent, state, info);
};

/** The text of a node that contains only harmless text. */
function harmlessText({ children }: Heading | Paragraph, form = harmless): string | undefined {
  const [first] = children;
  const isText = children.length === 1 && first?.type === 'text' && form.test(first.value);
  return isText ? first.value : undefined;
}

/** Adds the checkbox of a task to the output of the package's handler. */
const writeListItem: typeof defaultHandlers.listItem = (node: ListItem, parent, state, info) => {
  const written = defaultHandlers.listItem(node, parent, state, info);
  if (typeof node.checked !== 'boolean') return written;
  return written.replace(/^\S+\s/, (bullet) => `${bullet}[${node.checked ? 'x' : ' '}] `);
};

type Labels = ReadonlyMap<string, string>;

/**
 * Converts prepared HTML to Markdown blocks.
 * @param deeper number that is added to the levels of headings
 * @param place prefix of the labels of footnotes, which are unique in a document
 */
export function fromHtml(html: string, deeper = 0, place = ''): RootContent[] {
  const notes = html.matchAll(/<div id="n-fn-(\d+)"/g);
  const labels = new Map(Array.from(notes, ([, number = '']) => [number, place + number]));
  return blocksFrom(printableXml(html), labels).map((node) =>
    node.type === 'heading' ? heading(node.depth + deeper, node.children) : node,
  );
}

function blocksFrom(html: string, labels: Labels): RootContent[] {
  const nodes: RootContent[] = [];
  let others = '';
  const convert = () => {
    if (/[^ \n]/.test(others)) nodes.push(...printableXml(fromAnyHtml(others, labels)));
    others = '';
  };
  for (const block of blocksOf(html)) {
    const simple = simpleBlock(block);
    if (simple) convert();
    if (simple) nodes.push(simple);
    else others += block.html;
  }
  convert();
  return nodes;
}

/** Converts any HTML, also without preparation, to a Markdown tree. */
export function fromAnyHtml(html: string, labels: Labels = new Map()): RootContent[] {
  const handlers = labels.size > 0 ? footnoteHandlers(labels) : {};
  const tree = toMdast(fromParse5(parseFragment(html)), { document: true, handlers }) as Root;
  if (html.includes(`class="${taskClass}"`)) visit(tree, 'listItem', checkTask);
  return tree.children;
}

/**
 * Reads footnotes in the form of `src/sources/markdown/references.ts`. A reference without its
 * footnote, as in a part of a text, stays a link.
 * @param labels by the footnotes' numbers
 */
function footnoteHandlers(labels: Labels) {
  const labelIn = (address: unknown) => labels.get(/n-fn-(\d+)$/.exec(String(address))?.[1] ?? '');
  return {
    sup(state: State, node: Element) {
      const [link] = node.children;
      const identifier = labelIn(link?.type === 'element' && link.properties.href);
      return identifier ? { type: 'footnoteReference' as const, identifier } : state.all(node);
    },
    div(state: State, node: Element) {
      const identifier = labelIn(node.properties.id);
      if (!identifier) return fromElements.div?.(state, node);
      const children = state.toFlow(state.all({ ...node, children: node.children.slice(1) }));
      return { type: 'footnoteDefinition' as const, identifier, children };
    },
  };
}

/** Turns a list item that begins with a checkbox, such as `[x]`, into a task. */
function checkTask(item: ListItem): void {
  const [first] = item.children;
  const [text] = first?.type === 'paragraph' ? first.children : [];
  const mark = text?.type === 'text' ? /^([☑☐])\s*/u.exec(text.value) : null;
  if (text?.type !== 'text' || !mark) return;
  item.checked = mark[1] === taskMarks.done;
  text.value = text.value.slice(mark[0].length);
}

/** @param level from 1; capped at 6 */
export function heading(level: number, children: PhrasingContent[]): Heading {
  return { type: 'heading', depth: Math.min(level, 6) as Heading['depth'], children };
}

export function paragraph(children: PhrasingContent[]): Paragraph {
  return { type: 'paragraph', children };
}

export function link(url: string, label = url): PhrasingContent {
  return { type: 'link', url, children: [text(label)] };
}

export function text(value: string): Text {
  return { type: 'text', value: printableXml(value) };
}

/** Creates a list. Each item consists of one or more blocks. */
export function list(items: readonly RootContent[][]): List {
  const children = items.map((item) => ({
    type: 'listItem' as const,
    spread: false,
    children: item as List['children'][number]['children'],
  }));
  return { type: 'list', ordered: false, spread: false, children };
}
