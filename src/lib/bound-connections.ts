import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps a server from holding more than so many connections: where there are more, the one whose
 * last request is the longest ago makes room. Whoever asks for something is answered, and who only
 * holds connections open loses them.
 */
export function boundConnections(server: Server, most: number): void {
  /** Those that asked last are last. */
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    const [oldest] = open;
    if (oldest && open.size >= most) {
      open.delete(oldest);
      oldest.destroy();
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }) => {
    if (open.delete(socket)) open.add(socket);
  });
}
