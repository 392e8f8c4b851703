import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { decodePath } from '../../lib/text/text.ts';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];
export type Fields = Record<string, unknown>;

/**
 * Applies a function to the paths of pictures in an entry's body and hero. Addresses that have a
 * scheme or a leading slash stay unchanged.
 * @param origin put before the new path of the hero picture
 */
export function mapPictures(fields: Fields, map: (path: string) => string, origin = ''): Fields {
  const { body, hero } = fields;
  const { url } = (hero ?? {}) as { url?: unknown };
  const path = typeof url === 'string' ? localPath(url) : undefined;
  return {
    ...fields,
    ...(typeof body === 'string' && { body: mapSources(body, map) }),
    ...(path !== undefined && { hero: { ...(hero as object), url: origin + map(path) } }),
  };
}

/** Replaces the addresses of pictures in the HTML, and leaves all other bytes unchanged. */
export function mapSources(html: string, map: (path: string) => string): string {
  const edits: { from: number; to: number; text: string }[] = [];
  const nodes: Node[] = [parseFragment(html, { sourceCodeLocationInfo: true })];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if ('content' in node) nodes.push(node.content);
    if ('childNodes' in node) for (const child of node.childNodes) nodes.push(child);
    if ('attrs' in node) edits.push(...editsOf(node, map));
  }
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, edit) => text.slice(0, edit.from) + edit.text + text.slice(edit.to), html);
}

const sources: Record<string, readonly string[]> = {
  img: ['src'],
  video: ['src', 'poster'],
  source: ['src'],
};

function editsOf({ tagName, attrs, sourceCodeLocation }: Element, map: (path: string) => string) {
  return attrs.flatMap(({ name, value }) => {
    const place = sourceCodeLocation?.attrs?.[name];
    const path = sources[tagName]?.includes(name) ? localPath(value) : undefined;
    if (!place || path === undefined) return [];
    return [{ from: place.startOffset, to: place.endOffset, text: `${name}="${map(path)}"` }];
  });
}

/** The decoded path of a relative address such as `a/b.png`; undefined for any other address. */
function localPath(address: string): string | undefined {
  const [path = ''] = address.trim().split(/[?#]/);
  if (path === '' || /^(?:[a-z][a-z\d+.-]*:|[/\\])/i.test(path)) return undefined;
  return decodePath(path.replace(/^(?:\.\/)+/, ''));
}
