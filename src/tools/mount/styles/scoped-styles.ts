import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { Plugin } from 'vite';
import { scopeSheet } from './scope-sheet.ts';

/** Marks a scoped sheet. With several mounts, each sheet passes this plugin several times. */
const scopedMarker = '/* Scoped by Waymark. */\n';

/** Only used if the site sets no layout. */
const unscopedSheet = 'tools/mount/frame/own-frame.css';

/**
 * A Vite plugin that scopes Waymark's style sheets, with their imports inlined.
 * @param sources the folder of Waymark's sources
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
 * Makes addresses of an imported sheet relative to the importing one.
 * @param folder of the imported sheet, relative to the importing one
 */
function withAddressesFrom(folder: string, sheet: string): string {
  return sheet.replace(/url\("(\.[^"]+)"\)/g, (_whole, address: string) => {
    const path = posix.join(folder, address);
    return `url("${path.startsWith('.') ? path : `./${path}`}")`;
  });
}
