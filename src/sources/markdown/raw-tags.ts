import { htmlTagNames } from 'html-tag-names';

// Raw HTML in Markdown. Tags that HTML does not know, such as `Array<T>`, and tags whose text would
// be lost become text. The other tags stay and are sanitised later.

/**
 * Elements whose content the sanitiser removes, or whose start tag turns the rest of a text into
 * raw text.
 */
const swallowing = new Set([
  ...['script', 'style', 'title', 'textarea', 'template', 'xmp', 'plaintext', 'noscript', 'select'],
  ...['svg', 'math', 'noembed', 'noframes'],
]);

/** Elements that are removed with their content if they have no address. */
const players = new Set(['iframe', 'video', 'audio']);
const known = new Set(htmlTagNames);

const attribute = '\\s+[a-z_:][\\w:.-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?';
const tag = `</([a-z][a-z\\d-]*)\\s*>|<([a-z][a-z\\d-]*)(?:${attribute})*\\s*/?>`;
const anyTag = new RegExp(`${tag}|<`, 'gi');
const anyTagOrComment = new RegExp(`<!--(?:-?>|[^]*?-->)|${tag}|<`, 'gi');

/** Escapes each `<` of raw HTML that begins neither a comment nor a tag that may stay. */
export function escapeTags(html: string): string {
  return replaceTags(html, keepOrEscape);
}

/** Removes comments and the tags that may stay in raw HTML. */
export function withoutTags(text: string): string {
  return replaceTags(text, (found, closed, opened) =>
    found.startsWith('<!--') || isKept(closed ?? opened) ? '' : found,
  );
}

/**
 * Replaces tags, comments and each other `<`. Below the last comment, a search for the end of each
 * comment would take quadratic time.
 */
function replaceTags(text: string, replacement: typeof keepOrEscape): string {
  if (!text.includes('<')) return text;
  const end = text.lastIndexOf('-->');
  const cut = end === -1 ? 0 : end + '-->'.length;
  const after = text.slice(cut).replace(anyTag, replacement);
  return text.slice(0, cut).replace(anyTagOrComment, replacement) + after;
}

function isKept(name = ''): boolean {
  return known.has(name.toLowerCase()) && !swallowing.has(name.toLowerCase());
}

function keepOrEscape(found: string, closed?: string, opened?: string): string {
  if (found.startsWith('<!--')) return found;
  const name = (closed ?? opened)?.toLowerCase() ?? '';
  if (!isKept(name)) return found.replaceAll('<', '&lt;');
  if (!players.has(name)) return found;
  if (closed !== undefined) return '';
  // The end tag is added at once, because a player without one would swallow the text below it.
  return /\ssrc\s*=/i.test(found) ? `${found}</${name}>` : found.replaceAll('<', '&lt;');
}

export interface Tag {
  name: string;
  /** 1 for a start tag, as in tokens of Markdown. */
  nesting: 1 | -1;
}

/** Start and end tags of a text, in order, without those in comments. */
export function tagsIn(html: string): Tag[] {
  const tags: Tag[] = [];
  replaceTags(html, (whole, closed, opened) => {
    const name = (closed ?? opened)?.toLowerCase();
    if (name && !whole.endsWith('/>')) tags.push({ name, nesting: closed ? -1 : 1 });
    return '';
  });
  return tags;
}

/** Whether a line begins with a tag or the like that becomes text. */
export function beginsWithText(line: string): boolean {
  const [, name = ''] = /^<\/?([a-z][a-z\d-]*)(?=[\s/>]|$)/i.exec(line) ?? [];
  return (
    swallowing.has(name.toLowerCase()) || /^iframe$/i.test(name) || /^<(?:\?|!(?!--))/.test(line)
  );
}
