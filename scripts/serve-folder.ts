import type { Hono } from 'hono';
import { createSiteServer } from '../src/publish/serve/site-server.ts';

/** Adds a built site to an app, behind the app's own routes. */
export function serveFolder(app: Hono, folder: string): void {
  app.route('/', createSiteServer({ folder }));
}
