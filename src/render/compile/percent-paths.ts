import type { Plugin } from 'vite';

/**
 * Lets the dev server find modules in folders with `%` in their path, such as `my%20site`. Vite
 * writes this character unescaped into the addresses of modules, but decodes it in requests.
 * @param folders absolute paths
 */
export function percentPaths(folders: readonly string[]): Plugin {
  const changed = folders
    .filter((folder) => folder.includes('%'))
    .map((folder) => folder.split('%').map(encodeURI))
    .map((parts) => ({ from: parts.join('%'), to: parts.join('%25') }));
  return {
    name: 'waymark:percent-paths',
    configureServer({ middlewares }) {
      if (changed.length === 0) return;
      middlewares.use((request, _response, next) => {
        for (const { from, to } of changed) request.url = request.url?.replaceAll(from, to);
        next();
      });
    },
  };
}
