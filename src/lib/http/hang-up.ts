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

/** Node's own answers to a broken request, by its error's code. */
const answers: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers, with a JSON body, what came over a connection and was no request; then hangs up. */
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
