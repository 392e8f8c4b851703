import type { SiteFrame } from '../base/context.ts';
import { type Block, blocksOf, itemsOf } from '../base/html/markup.ts';
import { textOfHtml } from '../base/html/sections.ts';
import { kindItems } from '../base/upgrade-kinds.ts';

type Site = Pick<SiteFrame, 'config' | 'strings'>;

/** Lists with more fixes than this are in closed `details`. */
export const maxUnfoldedFixes = 10;

/**
 * Moves long lists of fixes in a prepared body into closed `details`. Lists that also have other
 * items stay visible.
 */
export function foldFixes(html: string, site: Site): string {
  let headings: string[] = [];
  return blocksOf(html)
    .map((block) => {
      const level = levelOf(block);
      if (level) headings = [...headings.slice(0, level), textOfHtml(block.html)];
      if (level || !isFixes(block, headings, site)) return block.html;
      const title = site.strings.fixes(itemsOf(block)?.items.length ?? 0);
      return `<details class="fold"><summary>${title}</summary>${block.html}</details>`;
    })
    .join('');
}

/**
 * The heading level of a block: 1 to 6 for headings, 7 for a paragraph that is all bold, 0 for
 * other blocks.
 */
function levelOf({ name, html }: Block): number {
  if (/^<p><(strong|b)>[^<]+<\/\1>:?<\/p>$/.test(html)) return 7;
  return Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);
}

function isFixes(block: Block, headings: readonly string[], site: Site): boolean {
  const items = itemsOf(block)?.items ?? [];
  if (items.length <= maxUnfoldedFixes) return false;
  const group = {
    headings: headings.filter(Boolean),
    items: items.map((html) => ({ html: html.replace(/^\s*<li[^>]*>/, '') })),
  };
  return kindItems([group], site).every(({ kind }) => kind === 'fixed');
}
