import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { hangUp, refuse } from './hang-up.ts';

/** Number of pieces in which any body may arrive. */
const maxPieces = 2048;
/** Larger bodies may have one more piece for this many bytes. */
const bytesPerPiece = 256;
/** How long the rest of a body is discarded after the answer, in milliseconds. */
const maxDiscardMs = 30_000;
const maxDiscardBytes = 32 * 1024 * 1024;
const checkMs = 50;

/**
 * Bounds what the bodies of requests cost, whether or not they are read. A body in very many tiny
 * pieces is refused, because each piece costs as much as many bytes. After an answer, the rest of a
 * body is discarded for a while, so that a client that is still sending receives the answer.
 * @param malformed the JSON body of the answer to a body in tiny pieces
 */
export function boundBodies(handle: RequestListener, malformed: string): RequestListener {
  return (request, response) => {
    boundPieces(request, () => {
      const { socket } = request;
      const error = new Error('the body arrived in too many pieces');
      if (response.headersSent) hangUp(socket);
      else refuse(error, socket, malformed);
      // Nothing more is read until the connection is closed. Node resumes it to read the body.
      socket.on('resume', () => socket.pause()).pause();
    });
    response.once('finish', () => discardRest(request, response));
    handle(request, response);
  };
}

/** Counts the pieces where Node adds them to the request, before anything else handles them. */
function boundPieces(request: IncomingMessage, onExceeded: () => void): void {
  const push = request.push.bind(request);
  let [pieces, bytes, isExceeded] = [0, 0, false];
  request.push = (piece: Buffer | null, ...rest) => {
    if (piece === null) return push(piece, ...rest);
    pieces += 1;
    bytes += piece.length;
    if (!isExceeded && pieces <= maxPieces + bytes / bytesPerPiece) return push(piece, ...rest);
    if (!isExceeded) onExceeded();
    isExceeded = true;
    return true;
  };
}

function discardRest(request: IncomingMessage, { req: { socket } }: ServerResponse): void {
  if (request.complete && request.readableEnded) return;
  request.removeAllListeners('data').on('data', () => {});
  request.resume();
  if (request.complete) return;
  const { bytesRead } = socket;
  const since = performance.now();
  const timer = setInterval(() => {
    const isOver =
      socket.bytesRead - bytesRead > maxDiscardBytes || performance.now() - since > maxDiscardMs;
    if (request.complete || socket.destroyed || isOver) clearInterval(timer);
    // The client has had the time to read the answer.
    if (!request.complete && isOver) socket.destroy();
  }, checkMs);
  timer.unref();
}
