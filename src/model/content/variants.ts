import { assetScheme } from './content.ts';

// Pages use smaller WebP versions of raster pictures, which are stored beside the originals. Feeds,
// Markdown and JSON refer to the originals.

/**
 * Maximum widths of the WebP versions, in pixels. Pictures are not enlarged: a picture narrower
 * than a maximum keeps its own width.
 */
export const variantWidths = [800, 1600] as const;

/**
 * Widths of the WebP versions of an entry's pictures, by file name. The list is empty for an
 * animation, or if no version would have fewer bytes than the original.
 */
export type Pictures = Readonly<Record<string, readonly number[]>>;

export function variantName(file: string, width: number): string {
  return `${file.slice(0, file.lastIndexOf('.'))}-${width}.webp`;
}

/**
 * Splits the file name of a WebP version into the original's name without extension, and the width.
 * Returns undefined for other files.
 */
export function parseVariantName(name: string): { stem: string; width: number } | undefined {
  const [, stem, width] = /^([\da-f]{20})-(\d+)\.webp$/.exec(name) ?? [];
  return stem && width ? { stem, width: Number(width) } : undefined;
}

export function variantNames(pictures: Pictures): string[] {
  return Object.entries(pictures).flatMap(([file, widths]) =>
    widths.map((width) => variantName(file, width)),
  );
}

export function picturesInHtml(html: string): string[] {
  return [...html.matchAll(inHtml)].flatMap(([, file]) => file ?? []);
}

const inHtml = new RegExp(`<img src="${assetScheme}([^"]+)"`, 'g');
