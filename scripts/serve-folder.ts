import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';

/** Adds a built site to an app: its files, and its own page for whatever is not there. */
export function serveFolder(app: Hono, folder: string): void {
  app.use('*', serveStatic({ root: relative(process.cwd(), folder) }));
  app.notFound(async (c) => {
    const page = await readFile(join(folder, '404.html'), 'utf8').catch(() => 'Not built yet.');
    return c.html(page, 404);
  });
}
