import { join } from 'node:path';
import type { Plugin } from 'vite';
import { sources } from './sources.ts';

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
export function starlightLanguages(): Plugin {
  return {
    name: 'waymark:starlight-languages',
    enforce: 'pre',
    resolveId(source, importer) {
      const file = replacements[source];
      return file !== undefined && !importer?.startsWith(file) ? file : undefined;
    },
  };
}
