import { sep } from 'node:path';
import type { Plugin } from 'vite';

/** A sync writes many files. Pages are loaded again once it has been quiet for this long. */
const quietMs = 100;

/**
 * A Vite plugin that lets the dev server show content as soon as it has changed. Astro would keep
 * the lists of pages, and the rows on them, until code changes.
 * @param folder absolute path of the content
 */
export function reloadContent(folder: string): Plugin {
  return {
    name: 'waymark:reload-content',
    configureServer({ watcher, environments: { client, ...servers } }) {
      let quiet: NodeJS.Timeout | undefined;
      const reload = () => {
        for (const { hot } of Object.values(servers)) hot.send('astro:content-changed', {});
        client.hot.send({ type: 'full-reload', path: '*' });
      };
      watcher.add(folder).on('all', (event, path) => {
        if (!`${path}${sep}`.startsWith(`${folder}${sep}`)) return;
        // Otherwise, a folder that was removed would not be watched if it comes back.
        if (event === 'unlinkDir' && path === folder) watcher.add(folder);
        clearTimeout(quiet);
        quiet = setTimeout(reload, quietMs);
      });
    },
  };
}
