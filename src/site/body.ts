import { assetScheme } from '../model/content.ts';
import { paths, type Urls } from './urls.ts';

/** A prepared body with the addresses of mirrored pictures in place. */
export function placeAssets(html: string, address: Urls['href']): string {
  return html.replaceAll(`src="${assetScheme}`, `src="${address(paths.asset(''))}`);
}

/** The same body one level deeper, for pages that list several. Prepared bodies start at h2, changes at h3. */
export function deepenHeadings(html: string): string {
  return html.replace(
    /<(\/?)h([2-5])(?=[\s>])/g,
    (_, slash, level) => `<${slash}h${Number(level) + 1}`,
  );
}
