import { enhance } from './enhance.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** How the site looks. Scripts hand it in, because the service does not know the site. */
export interface Look {
  /** The site's style sheet with its theme, and the desk's. It refers to the fonts by their names. */
  css: string;
  /** Fonts in WOFF2, by name. */
  fonts: Readonly<Record<string, Bytes>>;
  /** Language of the site, in which releases are written. */
  language: string;
}

/** The files that pages of the desk load, by path below `/desk/`. */
export function assets({ css, fonts }: Look): { path: string; type: string; bytes: Bytes }[] {
  const text = (path: string, type: string, content: string) => {
    return { path, type: `text/${type}; charset=utf-8`, bytes: new TextEncoder().encode(content) };
  };
  return [
    text('look.css', 'css', css),
    text('desk.js', 'javascript', `(${enhance})();`),
    ...Object.entries(fonts).map(([path, bytes]) => ({ path, type: 'font/woff2', bytes })),
  ];
}
