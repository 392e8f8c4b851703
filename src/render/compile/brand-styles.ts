import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Path of the style sheet that every page loads. */
const index = fileURLToPath(new URL('../../site/index.css', import.meta.url));

/**
 * A Vite plugin that adds the maintainer's style sheets in the last cascade layer, so that their
 * rules override Waymark's, whatever the selectors are.
 * @param sheets absolute paths
 */
export function brandStyles(sheets: readonly string[]): Plugin {
  return {
    name: 'waymark:brand-styles',
    enforce: 'pre',
    transform: (code, id) => {
      const [file, query] = id.split('?');
      // With the query `?url`, the module only contains the address of the style sheet, not its
      // rules.
      if (sheets.length === 0 || file !== index || query === 'url') return undefined;
      const imports = sheets.map((sheet) => `@import "${pathTo(sheet)}" layer(brand);\n`);
      return { code: `${code}\n${imports.join('')}`, map: null };
    },
  };
}

/** The path of a sheet relative to `index.css`, with forward slashes. */
function pathTo(sheet: string): string {
  const path = relative(dirname(index), sheet).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}
