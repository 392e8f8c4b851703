import { join } from 'node:path';
import type { Plugin } from 'vite';
import { scriptText } from '../../lib/script-text.ts';
import { mirroredPages } from './mirrored-pages.ts';
import type { PlacedMount } from './place-mount.ts';
import { sources } from './sources.ts';
import { scopedStyles } from './styles/scoped-styles.ts';

/**
 * The Vite plugins that one use of `waymark()` adds.
 * @param folder the mount's folder, ending in a slash
 */
export function mountPlugins(folder: string, mount: () => PlacedMount): Plugin[] {
  return [
    scriptText(),
    mirroredPages(folder, mount),
    scopedStyles(sources),
    starlightLanguages(),
    ownLanguage(),
    allowSourceFiles(),
  ];
}

/**
 * Makes scripts read the language from Waymark's part of the page, because the rest of the page may
 * be in another language.
 */
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

/** Allows the development server to serve scripts and fonts from Waymark's own folder. */
function allowSourceFiles(): Plugin {
  return {
    name: 'waymark:allow-source-files',
    configResolved: ({ server }) => void server.fs.allow.push(sources),
  };
}

const frame = join(sources, 'tools/mount/frame');

/**
 * Replacements for modules of Starlight, by module id. Each replacement imports the original
 * module.
 */
const replacements: Record<string, string> = {
  'virtual:starlight/components/LanguageSelect': join(frame, 'MountedLanguageSelect.astro'),
  'virtual:starlight/route-middleware': join(frame, 'mounted-middleware.ts'),
};

/**
 * A Vite plugin that removes links to other languages from mounted pages. Starlight assumes that
 * each page exists in every language, so the links would be broken.
 */
function starlightLanguages(): Plugin {
  return {
    name: 'waymark:starlight-languages',
    enforce: 'pre',
    resolveId(source, importer) {
      const file = replacements[source];
      return file !== undefined && !importer?.startsWith(file) ? file : undefined;
    },
  };
}
