import { type Pictures, variantName, variantWidths } from '../../../model/content/variants.ts';
import type { SiteContext } from '../context.ts';
import { paths } from '../urls.ts';
import { attributesOf, depthOfLink, tagsOf } from './markup.ts';

type PictureSite = Pick<SiteContext, 'urls' | 'strings' | 'config'>;

/** Width of the column of text by default, in pixels. Wider pictures link to the original. */
const columnWidth = 552;

/**
 * Adds `srcset` to the pictures in a body, so that browsers can choose the size. Wide pictures link
 * to the original, unless they are inside a link or a `summary`.
 * @param html as `finishBody` returns it for pages
 */
export function placePictures(
  html: string,
  { pictures }: { pictures?: Pictures | undefined },
  site: PictureSite,
): string {
  const folder = site.urls.href(paths.asset(''));
  const mirrored = `<img src="${folder}`;
  if (!html.includes(mirrored)) return html;
  let [placed, from, depth] = ['', 0, 0];
  for (const { name, isEnd, attributes, start, end } of tagsOf(html)) {
    depth += depthOfLink({ name, isEnd });
    if (!html.startsWith(mirrored, start)) continue;
    const {
      src = '',
      alt,
      width,
    } = Object.fromEntries(attributesOf(attributes).map(({ name, value }) => [name, value]));
    const asset = { file: src.slice(folder.length), width: Number(width) };
    const { srcset, sizes } = pictureSources(asset, pictures, site);
    const sources = srcset ? ` srcset="${srcset}" sizes="${sizes}"` : '';
    const picture = `<img${attributes}${sources}>`;
    const label = alt ? '' : ` aria-label="${site.strings.picture}"`;
    const link = `<a class="picture" href="${src}"${label}>${picture}</a>`;
    placed += html.slice(from, start) + (asset.width > columnWidth && depth === 0 ? link : picture);
    from = end;
  }
  return placed + html.slice(from);
}

/** Attributes of `img`. */
export interface PictureSources {
  srcset?: string;
  sizes?: string;
}

/**
 * The attributes from which browsers choose a version of a picture; empty if there is only the
 * original.
 */
export function pictureSources(
  { file, width = 0 }: { file: string; width?: number | undefined },
  pictures: Pictures = {},
  { urls, config }: Omit<PictureSite, 'strings'>,
): PictureSources {
  const widths = Object.hasOwn(pictures, file) ? (pictures[file] ?? []) : [];
  if (widths.length === 0) return {};
  const sources = new Map(widths.map((one) => [variantName(file, one), one]));
  // Browsers that know `srcset` ignore `src`, so `srcset` also lists the original if no version has
  // the full size.
  const isWhole = widths.some((one) => one >= Math.min(width, Math.max(...variantWidths)));
  if (!isWhole) sources.set(file, width);
  const candidates = [...sources].map(([name, one]) => `${urls.href(paths.asset(name))} ${one}w`);
  const column = config.theme.width?.text ?? `${columnWidth}px`;
  return { srcset: candidates.join(', '), sizes: `min(${column}, 100vw - 3rem)` };
}
