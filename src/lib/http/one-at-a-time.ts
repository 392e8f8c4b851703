import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { hangUp } from './hang-up.ts';

/** The queue of requests on a connection. */
interface Line {
  isBusy: boolean;
  /** Each function starts handling one of the waiting requests. */
  waiting: (() => void)[];
}

/**
 * Handles the requests of a connection one after another. While requests wait, nothing more is read
 * from the connection. A client that sends thousands of requests without waiting for answers
 * therefore delays only itself.
 * @param isOpen once it returns false, waiting requests are dropped and their connection is closed;
 *   clients repeat requests that got no answer (RFC 9112, 9.3.1)
 */
export function oneAtATime(handle: RequestListener, isOpen: () => boolean): RequestListener {
  const lines = new WeakMap<Socket, Line>();

  function openLine(socket: Socket): Line {
    const line: Line = { isBusy: false, waiting: [] };
    lines.set(socket, line);
    // Node resumes the connection to read the body of a request, so the connection must be paused
    // again.
    socket.on('resume', () => pauseWhileWaiting(socket, line));
    return line;
  }

  function beginNext(socket: Socket, line: Line): void {
    const next = socket.destroyed ? undefined : line.waiting.shift();
    line.isBusy = next !== undefined;
    if (!next) return;
    if (isOpen()) next();
    else hangUp(socket);
    if (line.waiting.length === 0) socket.resume();
  }

  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? openLine(socket);
    const begin = () => {
      line.isBusy = true;
      response.once('close', () => beginNext(socket, line));
      handle(request, response);
    };
    if (!line.isBusy) return begin();
    line.waiting.push(begin);
    // Pauses in the next tick, because Node has already scheduled to resume the connection, which
    // would undo a pause now.
    process.nextTick(pauseWhileWaiting, socket, line);
  };
}

function pauseWhileWaiting(socket: Socket, { waiting }: Line): void {
  if (waiting.length > 0) socket.pause();
}
