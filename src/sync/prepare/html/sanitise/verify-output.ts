import type { Element } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { dropForbidden } from '../../../../lib/text/text.ts';
import {
  assetScheme,
  labelScheme,
  taskClass,
  untitledVideoClass,
} from '../../../../model/content/content.ts';
import { tokenClasses } from '../code/token-classes.ts';
import { mediaCardClass } from '../media/media-card.ts';
import { eachNode } from '../parse/elements.ts';
import { plainClass } from '../parse/plain-text.ts';
import { writeHtml } from '../parse/write-html.ts';
import {
  alertClasses,
  allowList,
  headerScope,
  idPrefix,
  languageClass,
  linkSchemes,
  neverShown,
} from './allow-list.ts';

// A last check of HTML before it is written. It parses the HTML as a browser would and does not
// rely on the earlier steps.

const reader = unified().use(rehypeParse, { fragment: true });

export function findProblem(html: string): string | undefined {
  const tree = reader.parse(html);
  let problem: string | undefined;
  eachNode(tree, (node) => {
    if (node.type === 'text') return;
    problem ??= node.type === 'element' ? findElementProblem(node) : `a ${node.type} is left in it`;
  });
  if (problem) return problem;
  if (dropForbidden(html) !== html) return 'it contains a character that XML forbids';
  return writeHtml(tree) === html ? undefined : 'it parses to other HTML than was written';
}

function findElementProblem({ tagName, properties }: Element): string | undefined {
  if (!tags.has(tagName)) return `<${tagName}> is left in it`;
  const checks = new Map(Object.entries({ ...everywhere, ...byTag[tagName] }));
  for (const [name, value] of Object.entries(properties)) {
    const text = Array.isArray(value) ? value.join(' ') : String(value);
    if (!checks.get(name)?.(text)) return `<${tagName}> has a ${name} that is not allowed`;
  }
  return undefined;
}

/** Whether an attribute in the output may have this value. */
type Check = (value: string) => boolean;

const any: Check = () => true;
const is = (pattern: RegExp): Check => pattern.test.bind(pattern);
const oneOf = (...values: readonly string[]): Check => values.includes.bind(values);
const asset = is(new RegExp(`^${assetScheme}[\\w.-]+$`));
const link: Check = (value) =>
  asset(value) ||
  value.startsWith(`#${idPrefix}`) ||
  linkSchemes.includes(URL.parse(value)?.protocol.slice(0, -1) ?? '');

const scrolls = { tabIndex: oneOf('0'), role: oneOf('group'), ariaLabel: any };
const language = { className: is(languageClass) };
const cell = { align: any, colSpan: any, rowSpan: any };
const size = is(/^\d+$/);

const everywhere: Record<string, Check> = {
  id: (value) => value.startsWith(idPrefix),
  lang: any,
  dir: any,
};

const byTag: Record<string, Record<string, Check>> = {
  a: {
    href: link,
    title: any,
    rel: oneOf('noopener nofollow ugc'),
    className: oneOf(mediaCardClass),
  },
  abbr: { title: any },
  blockquote: { className: oneOf(...alertClasses) },
  code: language,
  div: { ...scrolls, className: oneOf('table-box') },
  img: {
    src: asset,
    alt: any,
    width: size,
    height: size,
    loading: oneOf('lazy'),
  },
  ol: { start: any, reversed: any },
  p: { className: oneOf(plainClass) },
  pre: { ...language, ...scrolls },
  span: {
    className: oneOf(...tokenClasses, untitledVideoClass, taskClass),
    role: oneOf('img'),
    ariaLabel: oneOf(`${labelScheme}done`, `${labelScheme}open`),
  },
  td: cell,
  th: { ...cell, scope: is(headerScope) },
  time: { dateTime: any },
};

const tags = new Set(allowList.tagNames?.filter((tag) => !neverShown.includes(tag)));
