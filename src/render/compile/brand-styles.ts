import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The sheet that every page links. */
const index = fileURLToPath(new URL('../../site/index.css', import.meta.url));

/**
 * A Vite plugin: puts the maintainer's style sheets behind those of every page, in a cascade layer
 * after all others: whatever the selectors, theirs win. @param sheets absolute
 */
export function brandStyles(sheets: readonly string[]): Plugin {
  return {
    name: 'waymark:brand-styles',
    enforce: 'pre',
    transform: (code, id) => {
      const [file, query] = id.split('?');
      // Under that query it is no sheet but the module that gives its address.
      if (sheets.length === 0 || file !== index || query === 'url') return undefined;
      const imports = sheets.map((sheet) => `@import "${pathTo(sheet)}" layer(brand);\n`);
      return { code: `${code}\n${imports.join('')}`, map: null };
    },
  };
}

/** As a sheet names a file: from its own folder, with slashes. */
function pathTo(sheet: string): string {
  const path = relative(dirname(index), sheet).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}
