import type { Element, Root } from 'hast';
import { mediaCard } from './media-card.ts';
import { replaceElements } from './replace-elements.ts';

interface Provider {
  name: string;
  hosts: readonly string[];
  /** The page of an embedded video; undefined where the address is not one. */
  page(embedded: URL): string | undefined;
}

const providers: readonly Provider[] = [
  {
    name: 'YouTube',
    hosts: ['youtube.com', 'www.youtube.com', 'youtube-nocookie.com', 'www.youtube-nocookie.com'],
    page: ({ pathname, searchParams }) => {
      const [, id] = /^\/embed\/([\w-]{6,20})$/.exec(pathname) ?? [];
      const list = /^[\w-]+$/.exec(searchParams.get('list') ?? '')?.[0];
      if (id === 'videoseries') return list && `https://www.youtube.com/playlist?list=${list}`;
      return id && `https://www.youtube.com/watch?v=${id}`;
    },
  },
  {
    name: 'Vimeo',
    hosts: ['player.vimeo.com'],
    page: ({ pathname, searchParams }) => {
      const [, id] = /^\/video\/(\d+)$/.exec(pathname) ?? [];
      // Unlisted videos are only found with their hash.
      const hash = /^[\da-f]+$/.exec(searchParams.get('h') ?? '')?.[0];
      return id && `https://vimeo.com/${hash ? `${id}/${hash}` : id}`;
    },
  },
  {
    name: 'Loom',
    hosts: ['loom.com', 'www.loom.com'],
    page: ({ pathname }) => {
      const [, id] = /^\/embed\/([\da-f]+)$/.exec(pathname) ?? [];
      return id && `https://www.loom.com/share/${id}`;
    },
  },
];

/**
 * Puts a link in the place of every frame that shows a video of a known provider: nothing is asked
 * of it before a reader follows the link. All other frames go.
 */
export function placeVideos(tree: Root): void {
  replaceElements(tree, 'iframe', (frame) =>
    [videoCard(frame)].filter((card) => card !== undefined),
  );
  // No link can stand in another: that of the video stays.
  replaceElements(tree, 'a', (link) => (holdsCard(link) ? link.children : [link]));
}

function holdsCard({ children }: Element): boolean {
  return children.some((one) => one.type === 'element' && (one.tagName === 'a' || holdsCard(one)));
}

/** Named by the frame's title, if it has one. */
function videoCard(frame: Element): Element | undefined {
  const url = URL.parse(String(frame.properties.src ?? ''), 'https://relative.invalid');
  const provider = providers.find(({ hosts }) => url && hosts.includes(url.hostname));
  const page = url && provider?.page(url);
  if (!provider || !page) return undefined;
  return mediaCard(page, String(frame.properties.title ?? '').trim(), provider.name);
}
