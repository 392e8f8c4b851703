import { join } from 'node:path';
import type { Plugin } from 'vite';
import { scriptText } from '../../lib/script-text.ts';
import { mirroredPages } from './mirrored-pages.ts';
import type { PlacedMount } from './place-mount.ts';
import { sources } from './sources.ts';
import { starlightLanguages } from './starlight-languages.ts';
import { scopedStyles } from './styles/scoped-styles.ts';

/** What Vite needs for a mount. @param folder the mount's own, with a slash at its end */
export function mountPlugins(folder: string, mount: () => PlacedMount): Plugin[] {
  return [
    scriptText(),
    mirroredPages(folder, mount),
    scopedStyles(sources),
    starlightLanguages(),
    ownLanguage(),
    readable(),
  ];
}

/** The language of Waymark's part of a page need not be that of the page. */
function ownLanguage(): Plugin {
  const file = join(sources, 'site/shell/page-language.ts');
  const ofPart = '(document.querySelector<HTMLElement>(".waymark") ?? document.documentElement)';
  return {
    name: 'waymark:own-language',
    enforce: 'pre',
    transform: (code, id) =>
      id === file
        ? { code: code.replace(/document\.documentElement(?!\))/, ofPart), map: null }
        : undefined,
  };
}

/** Lets a server in development hand out Waymark's scripts and faces, wherever they are installed. */
function readable(): Plugin {
  return {
    name: 'waymark:readable',
    configResolved: ({ server }) => void server.fs.allow.push(sources),
  };
}
