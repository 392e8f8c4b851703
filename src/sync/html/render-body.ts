import type { Element, Root, RootContent } from 'hast';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { type Asset, assetScheme } from '../../model/content.ts';
import { allowList } from './allow-list.ts';

const writer = unified().use(rehypeStringify);

export interface RenderOptions {
  /** Mirrored pictures by the address that they have in the body. */
  pictures: ReadonlyMap<string, Asset>;
  /** What relative links start from; without one they become text. */
  base: URL | undefined;
  /** The level of its highest heading; 2 unless told. */
  topHeading?: number;
}

/** A parsed body as the HTML that pages and feeds show; the tree is used up. */
export function renderBody(tree: Root, options: RenderOptions): string {
  moveHeadings(tree, options.topHeading ?? 2);
  finishLinks(tree, options.base);
  placePictures(tree, options.pictures);
  boxWideThings(tree);
  return writer.stringify(tree);
}

/**
 * The text of one change: a lone paragraph loses its tags, so that it can stand in a list, and
 * headings start below the one of the change's type.
 */
export function renderInline(tree: Root, options: RenderOptions): string {
  const [only, ...more] = tree.children;
  if (more.length === 0 && only?.type === 'element' && only.tagName === 'p')
    tree.children = only.children;
  return renderBody(tree, { ...options, topHeading: 3 });
}

/** The page's title is the h1: the body's own headings keep their order below it. */
function moveHeadings(tree: Root, top: number): void {
  const headings: { node: Element; level: number }[] = [];
  visit(tree, 'element', (node) => {
    const level = /^h([1-6])$/.exec(node.tagName)?.[1];
    if (level) headings.push({ node, level: Number(level) });
  });
  const shift = top - Math.min(...headings.map(({ level }) => level));
  for (const { node, level } of headings) node.tagName = `h${Math.min(6, level + shift)}`;
}

function finishLinks(tree: Root, base: URL | undefined): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'a' || index === undefined || !parent) return;
    const href = String(node.properties.href);
    if (href.startsWith('#')) {
      node.properties.href = `#${allowList.clobberPrefix}${href.slice(1)}`;
      return;
    }
    const url = URL.parse(href, base);
    if (url) {
      node.properties.href = url.href;
      node.properties.rel = ['noopener', 'nofollow', 'ugc'];
      return;
    }
    parent.children.splice(index, 1, ...node.children);
    return [SKIP, index];
  });
}

function placePictures(tree: Root, pictures: ReadonlyMap<string, Asset>): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'img' || index === undefined || !parent) return;
    const asset = pictures.get(String(node.properties.src));
    if (asset) {
      const { width, height, file } = asset;
      const alt = String(node.properties.alt ?? '');
      node.properties = { src: `${assetScheme}${file}`, alt, width, height, loading: 'lazy' };
      return;
    }
    const alt = String(node.properties.alt ?? '');
    parent.children.splice(index, 1, { type: 'text', value: alt });
    return [SKIP, index + 1];
  });
}

/** Tables and code scroll in a box of their own, which the keyboard can reach. */
function boxWideThings(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'pre') node.properties.tabIndex = 0;
    if (node.tagName !== 'table' || index === undefined || !parent) return;
    const box: RootContent = {
      type: 'element',
      tagName: 'div',
      properties: { className: ['table-box'], tabIndex: 0, role: 'group' },
      children: [node],
    };
    parent.children[index] = box;
    return [SKIP, index + 1];
  });
}
