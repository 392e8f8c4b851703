import type { ServerResponse } from 'node:http';
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

/** Says in an answer that is yet to be written that it is the connection's last, and makes it so. */
export function hangUpAfter(response: ServerResponse): void {
  const { socket, req } = response;
  response.shouldKeepAlive = false;
  if (!socket) return;
  // What Node calls once a last answer is written; by itself, it does not wait for any reading.
  socket.destroySoon = () => {
    // Who sends all before reading, or hangs up behind what was sent, is heard only when that is
    // read; whoever had begun to read it here wants no more of it.
    req.removeAllListeners('data');
    req.resume();
    hangUp(socket);
  };
}
