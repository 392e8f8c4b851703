import type { Context } from 'hono';
import type { Endpoint } from './endpoint.ts';
import type { Handle } from './handle.ts';
import { problem } from './problem.ts';

/**
 * Answers what no endpoint does: 405 where the address takes other methods, 404 otherwise. Under
 * `/v1` that too is told to holders of a key alone.
 */
export function createFallback(endpoints: readonly Endpoint[], handle: Handle): ReturnType<Handle> {
  const addresses = [...Map.groupBy(endpoints, ({ path }) => path)].map(([path, rows]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    answer: handle(path, rows[0]?.access ?? 'key', refuseMethod(rows)),
  }));
  const underV1 = handle('/v1/*', 'key', nothingHere);
  const elsewhere = handle('*', 'public', nothingHere);
  return (c) => {
    const { path } = c.req;
    const address = addresses.find(({ pattern }) => pattern.test(path));
    return (address?.answer ?? (path.startsWith('/v1/') ? underV1 : elsewhere))(c);
  };
}

function refuseMethod(rows: readonly Endpoint[]) {
  const methods = rows.map(({ method }) => method).join(', ');
  return (c: Context) => {
    c.header('Allow', methods);
    return problem(c, 405, `This address takes ${methods}.`);
  };
}

function nothingHere(c: Context): Response {
  // No address of whatever is or will be here: no database keeps it.
  if (c.req.url.includes('%00')) return problem(c, 400, 'The address is not valid.');
  return problem(c, 404, 'There is nothing at this address.');
}
