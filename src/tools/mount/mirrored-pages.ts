import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { PlacedMount } from './place-mount.ts';
import { sources } from './sources.ts';

// Takes a mount and its folder; gives Waymark's pages as modules of that mount alone.
// A page there is read from `src/pages/`, and what it imports is found from there. `_source.ts`, the
// layout and the pages of the maintainer's own are other modules here: those of the mount.

/** What stands in the place of a source, by the path below the mount's folder. */
const replaced: Record<string, string> = {
  'site/shell/Page.astro': 'tools/mount/frame/MountedPage.astro',
};
const generated = 'pages/_source.ts';
/** The site has its own pages: Waymark brings none along. */
const withoutOwnPages = 'pages/_own-pages.ts';

/** Every page has them first, as a page of Waymark's own site does. */
const sheets = [
  'tools/mount/frame/reset.css',
  'site/index.css',
  'tools/mount/frame/mounted.css',
].map((name) => join(sources, name));

/** @param folder the mount's own, with a slash at its end @param mount known once Vite begins */
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

/** Where a module of the mount is written, absolute. */
function originalOf(path: string): string {
  return join(sources, replaced[path] ?? path.replace(/^frame\//, 'tools/mount/frame/'));
}

/** Of a source, absolute: its path below the mount's folder, where it is a module of the mount. */
function mirroredPath(file: string): string | undefined {
  const path = relative(sources, file).replaceAll('\\', '/');
  return isMirrored.test(path) || path in replaced ? path : undefined;
}

const isMirrored = /^(?:features\/[^/]+\/)?pages\//;

function isPage(path: string): boolean {
  return isMirrored.test(path) && path.endsWith('.astro') && !/\/_/.test(path);
}

/** First of all imports: of rules that weigh the same, those of a page's parts come later. */
function withSheets(page: string): string {
  const imports = sheets.map((sheet) => `import ${JSON.stringify(sheet)};\n`);
  return page.replace(/^---\n/, () => `---\n${imports.join('')}`);
}

function sourceModule(mount: PlacedMount): string {
  const { contentDir, settings, origin, path, bare, policy } = mount;
  const from = JSON.stringify(join(sources, 'tools/mount/frame/mounted-source.ts'));
  const given = JSON.stringify({ contentDir, settings, origin, path, bare, policy });
  return `import { mountedSource } from ${from};
export const { contentDir, config, urls, isMounted, policy, readRows } = mountedSource(${given});
`;
}
