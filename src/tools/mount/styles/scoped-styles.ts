import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { Plugin } from 'vite';
import { scopeSheet } from './scope-sheet.ts';

/**
 * Marks a sheet that is already scoped. If a site uses `waymark()` several times, each sheet is
 * passed to several instances of this plugin.
 */
const scopedMarker = '/* Scoped by Waymark. */\n';

/** The only sheet that is not scoped, because it styles the whole page. */
const unscopedSheet = 'tools/mount/frame/own-frame.css';

/**
 * A Vite plugin that inlines the imports of Waymark's style sheets and scopes them to Waymark's
 * part of the page.
 * @param sources path of Waymark's sources
 */
export function scopedStyles(sources: string): Plugin {
  return {
    name: 'waymark:scoped-styles',
    enforce: 'pre',
    transform(code, id) {
      const isOurs = id.startsWith(sources) && /\.css(?:$|\?(?!(?:.*&)?(?:url|raw)\b))/.test(id);
      if (!isOurs || code.startsWith(scopedMarker)) return undefined;
      const file = id.replace(/\?.*$/, '');
      if (file === join(sources, unscopedSheet)) return undefined;
      const inlined = withImports(code, file, (one) => this.addWatchFile(one));
      return { code: scopedMarker + scopeSheet(inlined, file), map: null };
    },
  };
}

function withImports(sheet: string, file: string, read: (file: string) => void): string {
  return sheet.replace(/@import "(\.[^"]+)"(?: layer\(\w+\))?;/g, (_whole, name: string) => {
    const imported = join(dirname(file), name);
    read(imported);
    const inlined = withImports(readFileSync(imported, 'utf8'), imported, read);
    return withAddressesFrom(dirname(name), inlined);
  });
}

/**
 * Rewrites the addresses in an imported sheet so that they are relative to the importing sheet.
 * @param folder folder of the imported sheet, relative to the importing sheet
 */
function withAddressesFrom(folder: string, sheet: string): string {
  return sheet.replace(/url\("(\.[^"]+)"\)/g, (_whole, address: string) => {
    const path = posix.join(folder, address);
    return `url("${path.startsWith('.') ? path : `./${path}`}")`;
  });
}
