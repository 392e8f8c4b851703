import type { Database } from '../../lib/database/database.ts';
import { readFile } from '../resources/files.ts';
import type { App } from './app.ts';
import type { Handle } from './handle.ts';

/**
 * Serves pictures and downloads to everyone, as the pages that show them are public. A file never
 * becomes a page of this origin: its type is not guessed, it runs nothing, and what is not a
 * picture is saved rather than shown.
 */
export function serveFiles(app: App, database: Database, handle: Handle): void {
  const answer = handle('/files/{name}', 'public', (c) => {
    const file = readFile(database, c.req.param('name') ?? '');
    if (!file) return c.notFound();
    return c.body(file.bytes, 200, {
      'Content-Type': file.type,
      'Content-Disposition': file.type.startsWith('image/') ? 'inline' : 'attachment',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'public, max-age=300',
    });
  });
  app.get('/files/:name', answer);
}
