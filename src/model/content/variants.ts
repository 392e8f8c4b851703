import { assetScheme } from './content.ts';

// Raster pictures have smaller WebP versions beside them, for pages. Feeds, Markdown and JSON refer
// to the originals.

/** Maximum widths of the versions, in pixels. A narrower picture has one of its own width. */
export const variantWidths = [800, 1600] as const;

/**
 * Widths of the WebP versions of an entry's pictures, by file name. The list is empty for an
 * animation, and where no version has fewer bytes than the original.
 */
export type Pictures = Readonly<Record<string, readonly number[]>>;

export function variantName(file: string, width: number): string {
  return `${file.slice(0, file.lastIndexOf('.'))}-${width}.webp`;
}

/** The original, without its ending, and the width; undefined for files that are no versions. */
export function parseVariantName(name: string): { stem: string; width: number } | undefined {
  const [, stem, width] = /^([\da-f]{20})-(\d+)\.webp$/.exec(name) ?? [];
  return stem && width ? { stem, width: Number(width) } : undefined;
}

/** Names of all versions. */
export function variantNames(pictures: Pictures): string[] {
  return Object.entries(pictures).flatMap(([file, widths]) =>
    widths.map((width) => variantName(file, width)),
  );
}

/** Names of the pictures in prepared HTML. */
export function picturesInHtml(html: string): string[] {
  return [...html.matchAll(inHtml)].flatMap(([, file]) => file ?? []);
}

const inHtml = new RegExp(`<img src="${assetScheme}([^"]+)"`, 'g');
