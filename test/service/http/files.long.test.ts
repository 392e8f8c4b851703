import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { heldBytes } from '../../support/held-bytes.ts';
import { startService } from '../start.ts';

test('readers that stall on a large file share one copy of it in memory', async () => {
  const megabyte = 1_000_000;
  const film = { name: 'film.mp4', type: 'video/mp4', bytes: new Uint8Array(8 * megabyte) };
  await using service = await startService({ files: [film] });
  const before = heldBytes();
  const readers = [];
  for (let n = 0; n < 10; n += 1) {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.on('error', () => {}); // It is cut off in the end.
    socket.write('GET /files/film.mp4 HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'readable');
    readers.push(socket);
  }
  const limit = 20 * megabyte;
  await eventually(() => heldBytes(before + limit - 1) - before).toBeLessThan(limit);
  for (const socket of readers) socket.destroy();
});
