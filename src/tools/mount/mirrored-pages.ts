import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { PlacedMount } from './place-mount.ts';
import { sources } from './sources.ts';

// Provides Waymark's pages as modules for one use of `waymark()` (a mount). Their code comes from
// `src/pages/`, but three modules are replaced: `_source.ts`, `Page.astro` and `_own-pages.ts`.

/** Files to use in place of other source files, by path below the mount's folder. */
const replaced: Record<string, string> = {
  'site/shell/Page.astro': 'tools/mount/frame/MountedPage.astro',
};
const generated = 'pages/_source.ts';
/**
 * Replaced with a module that has no pages: a maintainer's own pages are only for standalone sites.
 */
const withoutOwnPages = 'pages/_own-pages.ts';

/** Style sheets that every page imports first, in the same order as a standalone site. */
const sheets = [
  'tools/mount/frame/reset.css',
  'site/index.css',
  'tools/mount/frame/mounted.css',
].map((name) => join(sources, name));

/**
 * @param folder the mount's folder, ending in a slash
 * @param mount returns the mount; must only be called once Vite has started
 */
export function mirroredPages(folder: string, mount: () => PlacedMount): Plugin {
  const below = (id: string) =>
    id.startsWith(folder) ? id.slice(folder.length).replace(/\?.*$/, '') : undefined;
  return {
    name: 'waymark:mirrored-pages',
    enforce: 'pre',
    resolveId: async function (source, importer) {
      const from = importer === undefined ? undefined : below(importer);
      if (from === undefined) return undefined;
      if (source === 'virtual:waymark/frame') return `${folder}frame/${mount().frame}.astro`;
      if (source === 'virtual:waymark/mount') return folder + generated;
      if (source === 'virtual:waymark/layout') return this.resolve(mount().layoutFile ?? '');
      const original = originalOf(from);
      const target = source.startsWith('.') ? resolve(dirname(original), source) : source;
      const mirrored = mirroredPath(target);
      if (mirrored !== undefined) return folder + mirrored;
      return this.resolve(target, original, { skipSelf: true });
    },
    load(id) {
      const path = below(id);
      if (path === undefined || /\?(?:.*&)?astro/.test(id)) return undefined;
      if (path === generated) return sourceModule(mount());
      if (path === withoutOwnPages) return 'export const ownPages = () => [];\n';
      const file = originalOf(path);
      this.addWatchFile(file);
      const text = readFileSync(file, 'utf8');
      return isPage(path) ? withSheets(text) : text;
    },
  };
}

/** The absolute path of the source file for a module of the mount. */
function originalOf(path: string): string {
  return join(sources, replaced[path] ?? path.replace(/^frame\//, 'tools/mount/frame/'));
}

/**
 * The path of a source file's module below the mount's folder; undefined if the file is imported
 * from its original place.
 * @param file absolute path
 */
function mirroredPath(file: string): string | undefined {
  const path = relative(sources, file).replaceAll('\\', '/');
  return isMirrored.test(path) || path in replaced ? path : undefined;
}

const isMirrored = /^(?:features\/[^/]+\/)?pages\//;

function isPage(path: string): boolean {
  return isMirrored.test(path) && path.endsWith('.astro') && !/\/_/.test(path);
}

/**
 * Imports the style sheets first, so that rules of components override them at equal specificity.
 */
function withSheets(page: string): string {
  const imports = sheets.map((sheet) => `import ${JSON.stringify(sheet)};\n`);
  return page.replace(/^---\n/, () => `---\n${imports.join('')}`);
}

function sourceModule(mount: PlacedMount): string {
  const { contentDir, settings, origin, path, bare, policy } = mount;
  const constants = { contentDir, config: settings, isMounted: true, policy };
  const quoted = (file: string) => JSON.stringify(join(sources, file));
  return [
    `import { createUrls } from ${quoted('site/base/urls.ts')};`,
    `import { createCollections } from ${quoted('collections/collections.ts')};`,
    `export { readWorkspaceEntry } from ${quoted('store/read/read-for-page.ts')};`,
    `export { readTable } from ${quoted('store/read/read-tables.ts')};`,
    `export const urls = createUrls(...${JSON.stringify([origin, path, { bare }])});`,
    ...Object.entries(constants).map(
      ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
    ),
    'export const { readCollection, readEntry } = createCollections(contentDir, config);',
  ].join('\n');
}
