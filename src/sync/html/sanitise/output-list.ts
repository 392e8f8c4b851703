import {
  assetScheme,
  labelScheme,
  taskClass,
  untitledVideoClass,
} from '../../../model/content/content.ts';
import { tokenClasses } from '../code/token-classes.ts';
import { mediaCardClass } from '../media/media-card.ts';
import { plainClass } from '../parse/plain-text.ts';
import {
  allowList,
  headerScope,
  idPrefix,
  languageClass,
  linkSchemes,
  neverShown,
} from './allow-list.ts';

/** Whether a value is one that prepared HTML may have. */
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

/** Whether a tag, or with `name` one of its properties with this value, may stand in the output. */
export function isOutput(tagName: string, name?: string, value = ''): boolean {
  if (!tags.has(tagName)) return false;
  if (name === undefined) return true;
  const own = byTag[tagName];
  const checks = own && Object.hasOwn(own, name) ? own : everywhere;
  return Object.hasOwn(checks, name) && checks[name]?.(value) === true;
}
