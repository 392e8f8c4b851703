import { join } from 'node:path';
import type { Plugin } from 'vite';
import { sources } from './sources.ts';

const frame = join(sources, 'tools/mount/frame');

/** Modules of Starlight's, and those that stand in their place and import them. */
const replacements: Record<string, string> = {
  'virtual:starlight/components/LanguageSelect': join(frame, 'MountedLanguageSelect.astro'),
  'virtual:starlight/route-middleware': join(frame, 'mounted-middleware.ts'),
};

/**
 * A Vite plugin: on mounted pages, Starlight neither links to other languages nor offers them. It
 * takes for granted that each page has an address in each language, which then leads nowhere.
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
