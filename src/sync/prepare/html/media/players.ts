import type { Element, ElementContent, Root } from 'hast';
import { decodePath } from '../../../../lib/text/text.ts';
import { findElements, replaceElements } from '../parse/elements.ts';
import { createMediaCard } from './media-card.ts';

// Replaces `video` and `audio` with links, so that no third party is contacted until a reader
// follows a link.

export const players = ['video', 'audio'];

/**
 * Reduces each player to its source and title. Its children are dropped, because they are only for
 * browsers without players.
 */
export function tidyPlayers(tree: Root): void {
  for (const tagName of players)
    replaceElements(tree, tagName, (player) => {
      const { title, ariaLabel } = player.properties;
      const src = findSource(player);
      const named = title ?? ariaLabel;
      const properties = { ...(src && { src }), ...(named && { title: named }) };
      return [{ ...player, properties, children: [] }, ...findSwallowed(player)];
    });
}

/** Replaces players with links. @param links links by source; a player without a link is removed */
export function placePlayers(tree: Root, links: ReadonlyMap<string, string>): void {
  for (const tagName of players)
    replaceElements(tree, tagName, ({ properties }) => {
      const source = String(properties.src ?? '');
      const href = links.get(source);
      if (href === undefined) return [];
      const host = /^https?:/.test(href) ? new URL(href).host : '';
      const title = String(properties.title ?? '').trim() || findName(source, host);
      return [createMediaCard(href, title, host, tagName === 'video')];
    });
}

/** The first source of a player that a page may link to. */
function findSource(player: Element): string | undefined {
  const elements = [player, ...findElements(player, 'source')];
  const sources = elements.map(({ properties }) => properties.src);
  return sources.find(
    (src): src is string =>
      typeof src === 'string' && /^(?:https?:|(?![a-z][a-z\d+.-]*:).)/i.test(src),
  );
}

const blocks = /^(?:h[1-6]|p|div|blockquote|pre|[uod]l|table|details|figure|hr|video|audio)$/;

/**
 * The children of a player if they contain blocks. If the end tag is missing, these are the rest of
 * the document and must be kept.
 */
function findSwallowed({ children }: Element): ElementContent[] {
  const isText = !children.some((one) => one.type === 'element' && blocks.test(one.tagName));
  return isText ? [] : children;
}

/**
 * The file name of a source. A name without an extension is unlikely to be readable, so the result
 * is empty if the host can be shown instead.
 */
function findName(source: string, host: string): string {
  const name = URL.parse(source, 'https://relative.invalid')?.pathname.split('/').at(-1) ?? '';
  if (host && !/\.\w{2,5}$/.test(name)) return '';
  return decodePath(name) || source;
}
