import type { Element, Root } from 'hast';
import { webAddress } from '../../../../lib/text/web-address.ts';
import { findElements, replaceElements } from '../parse/elements.ts';
import { createMediaCard } from './media-card.ts';

interface Provider {
  name: string;
  hosts: readonly string[];
  /**
   * Address of the page that shows an embedded video; undefined if the address is not recognised.
   */
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
      // An unlisted video is only accessible with the hash from its address.
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
 * Replaces each `iframe` with a link, so that no third party is contacted until a reader follows
 * it. A video of a known provider becomes a link to the video's page. An `iframe` without a usable
 * address is removed.
 * @param notes gets a message for each frame that is removed
 */
export function placeFrames(tree: Root, base: URL | undefined, notes: string[] = []): void {
  replaceElements(tree, 'iframe', (frame) => {
    const card = createFrameCard(frame, base);
    if (!card) notes.push('left out a frame without a usable address');
    return card ?? [];
  });
  // Links cannot nest, so a link that surrounds a new link is removed.
  replaceElements(tree, 'a', (link) =>
    findElements(link, 'a').length > 0 ? link.children : [link],
  );
}

/** Creates the link that replaces an `iframe`. Undefined if there is no usable address. */
function createFrameCard({ properties }: Element, base: URL | undefined): Element[] | undefined {
  const source = String(properties.src ?? '');
  const title = String(properties.title ?? '').trim();
  const url = URL.parse(source, 'https://relative.invalid');
  const provider = providers.find(({ hosts }) => url && hosts.includes(url.hostname));
  const page = url && provider?.page(url);
  if (provider && page) return [createMediaCard(page, title, provider.name)];
  const address = source && webAddress(URL.parse(source, base)?.href ?? '');
  // Not marked as a video, because the content is unknown.
  return address ? [createMediaCard(address, title, new URL(address).host, false)] : undefined;
}
