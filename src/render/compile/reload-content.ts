import { statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Plugin } from 'vite';
import { tableFiles } from '../../store/layout.ts';

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
    configureServer({ watcher, middlewares, environments: { client, ...servers } }) {
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
      // The watcher misses a folder that is removed and comes back at once.
      let seen = lastSync(folder);
      middlewares.use((_request, _response, next) => {
        const last = lastSync(folder);
        if (last !== seen) reload();
        seen = last;
        next();
      });
    },
  };
}

/** Changes with every sync that writes content. */
function lastSync(folder: string): string {
  const state = statSync(join(folder, tableFiles.state), { throwIfNoEntry: false });
  return `${state?.mtimeMs} ${state?.ino}`;
}
