import type { Duplex } from 'node:stream';

/** How long the other side may take to read the answer, in milliseconds. */
const lingerMs = 1000;

/**
 * Ends a connection in two steps (RFC 9112, 9.6): closed at once while it still brings bytes, it
 * could take the answer along; one who never hangs up must not stay for ever.
 */
export function hangUp(socket: Duplex, lastWords = ''): void {
  if (!socket.writableEnded) socket.end(lastWords);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}
