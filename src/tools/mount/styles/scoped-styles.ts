import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { scopeSheet } from './scope-sheet.ts';

/** Of a sheet that went through here: several mounts bring the same plugin along. */
const mark = '/* Waymark, for a part of a page. */\n';

/** What a page has that no layout of the site is around. */
const ofWholePage = 'integration/frame/own-frame.css';

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

/** All of them lie in one folder, so addresses in them stay as they are. */
function withImports(sheet: string, file: string, read: (file: string) => void): string {
  return sheet.replace(/@import "(\.[^"]+)"(?: layer\(\w+\))?;/g, (_whole, name: string) => {
    const imported = join(dirname(file), name);
    read(imported);
    return withImports(readFileSync(imported, 'utf8'), imported, read);
  });
}
