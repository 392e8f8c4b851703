import type { Env, Hono } from 'hono';
import { createSiteServer } from './site-server.ts';

/** Adds a built site to an app, behind the app's own routes. */
export function serveFolder<E extends Env>(app: Hono<E>, folder: string): void {
  app.route('/', createSiteServer({ folder }));
}
