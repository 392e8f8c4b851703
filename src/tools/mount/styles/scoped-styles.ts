import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { Plugin } from 'vite';
import { scopeSheet } from './scope-sheet.ts';

/** Of a sheet that went through here: several mounts bring the same plugin along. */
const mark = '/* Waymark, for a part of a page. */\n';

/** What a page has that no layout of the site is around. */
const ofWholePage = 'tools/mount/frame/own-frame.css';

/**
 * A Vite plugin: Waymark's style sheets, each with all that it imports, for a part of a page.
 * @param sources the folder of Waymark's sources
 */
export function scopedStyles(sources: string): Plugin {
  return {
    name: 'waymark:scoped-styles',
    enforce: 'pre',
    transform(code, id) {
      const isOurs = id.startsWith(sources) && /\.css(?:$|\?(?!(?:.*&)?(?:url|raw)\b))/.test(id);
      if (!isOurs || code.startsWith(mark)) return undefined;
      const file = id.replace(/\?.*$/, '');
      if (file === join(sources, ofWholePage)) return undefined;
      const whole = withImports(code, file, (one) => this.addWatchFile(one));
      return { code: mark + scopeSheet(whole, file), map: null };
    },
  };
}

function withImports(sheet: string, file: string, read: (file: string) => void): string {
  return sheet.replace(/@import "(\.[^"]+)"(?: layer\(\w+\))?;/g, (_whole, name: string) => {
    const imported = join(dirname(file), name);
    read(imported);
    const whole = withImports(readFileSync(imported, 'utf8'), imported, read);
    return withAddressesFrom(dirname(name), whole);
  });
}

/** Addresses in an imported sheet are relative to that sheet. @param folder its own, from the importing one */
function withAddressesFrom(folder: string, sheet: string): string {
  return sheet.replace(/url\("(\.[^"]+)"\)/g, (_whole, address: string) => {
    const path = posix.join(folder, address);
    return `url("${path.startsWith('.') ? path : `./${path}`}")`;
  });
}
