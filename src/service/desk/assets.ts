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
export function assets({ css, fonts }: Look): Record<string, { type: string; bytes: Bytes }> {
  const text = (type: string, content: string) => ({
    type,
    bytes: new TextEncoder().encode(content),
  });
  return {
    'look.css': text('text/css; charset=utf-8', css),
    'desk.js': text('text/javascript; charset=utf-8', `(${enhance})();`),
    ...Object.fromEntries(
      Object.entries(fonts).map(([name, bytes]) => [name, { type: 'font/woff2', bytes }]),
    ),
  };
}
