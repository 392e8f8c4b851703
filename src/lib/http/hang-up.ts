import type { Duplex } from 'node:stream';

/** How long the client has to read the answer, in milliseconds. */
const lingerMs = 1000;

/**
 * Closes a connection in two steps (RFC 9112, 9.6). If the connection were closed at once while the
 * client is still sending, the client might not receive the answer.
 */
export function hangUp(socket: Duplex, lastWords = ''): void {
  if (!socket.writableEnded) socket.end(lastWords);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

/**
 * HTTP statuses for malformed requests by Node's error code. They match the statuses of Node's own
 * answers.
 */
const answers: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers malformed input with a JSON body, then closes the connection. */
export function refuse(error: NodeJS.ErrnoException, socket: Duplex, body: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const head = [
    `HTTP/1.1 ${answers[error.code ?? ''] ?? '400 Bad Request'}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  hangUp(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}
