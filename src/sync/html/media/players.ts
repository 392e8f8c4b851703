import type { Element, ElementContent, Root } from 'hast';
import { eachElement } from '../parse/each-node.ts';
import { replaceElements } from '../parse/replace-elements.ts';
import { mediaCard } from './media-card.ts';

// Takes the players of a body, `video` and `audio`; gives links to what they play in their place,
// so that nothing is asked of anybody before a reader follows one.

const players = ['video', 'audio'];

/** Of a player what it plays and what it is called; its inside is for browsers that cannot play. */
export function tidyPlayers(tree: Root): void {
  for (const tagName of players)
    replaceElements(tree, tagName, (player) => {
      const { title, ariaLabel } = player.properties;
      const src = sourceOf(player);
      const named = title ?? ariaLabel;
      const properties = { ...(src && { src }), ...(named && { title: named }) };
      return [{ ...player, properties, children: [] }, ...afterwards(player)];
    });
}

/** Addresses of what the players of a body play, as they stand there; empty where one has none. */
export function playerSources(tree: Root): Set<string> {
  const sources = new Set<string>();
  eachElement(tree, ({ tagName, properties }) => {
    if (players.includes(tagName)) sources.add(String(properties.src ?? ''));
  });
  return sources;
}

/** @param links where each leads, by its source; a player without one goes */
export function placePlayers(tree: Root, links: ReadonlyMap<string, string>): void {
  for (const tagName of players)
    replaceElements(tree, tagName, ({ properties }) => {
      const source = String(properties.src ?? '');
      const href = links.get(source);
      if (href === undefined) return [];
      const host = /^https?:/.test(href) ? new URL(href).host : '';
      const title = String(properties.title ?? '').trim() || nameOf(source, host);
      return [mediaCard(href, title, host, tagName === 'video')];
    });
}

/** The first of its addresses that a page may lead to. */
function sourceOf(player: Element): string | undefined {
  const sources = [player.properties.src];
  eachElement(player, ({ tagName, properties }) => {
    if (tagName === 'source') sources.push(properties.src);
  });
  return sources.find(
    (src): src is string =>
      typeof src === 'string' && /^(?:https?:|(?![a-z][a-z\d+.-]*:).)/i.test(src),
  );
}

const blocks = /^(?:h[1-6]|p|div|blockquote|pre|[uod]l|table|details|figure|hr|video|audio)$/;

/** What follows a player that was never closed has come to stand in it. */
function afterwards({ children }: Element): ElementContent[] {
  const isText = !children.some((one) => one.type === 'element' && blocks.test(one.tagName));
  return isText ? [] : children;
}

/** A name without an ending tells nothing; where the host is not told either, it has to do. */
function nameOf(source: string, host: string): string {
  const name = URL.parse(source, 'https://relative.invalid')?.pathname.split('/').at(-1) ?? '';
  if (host && !/\.\w{2,5}$/.test(name)) return '';
  try {
    return decodeURIComponent(name) || source;
  } catch {
    return name;
  }
}
