import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { hangUp } from './hang-up.ts';

/** The requests of a connection. */
interface Line {
  isBusy: boolean;
  /** Each starts the handling of a request. */
  waiting: (() => void)[];
}

/**
 * Handles the requests of a connection one after the other. While some wait, nothing more is read
 * from it: a client that pipelines thousands delays only itself.
 * @param isOpen once false, waiting requests are dropped and their connection ends; clients repeat
 * requests without an answer (RFC 9112, 9.3.1)
 */
export function oneAtATime(handle: RequestListener, isOpen: () => boolean): RequestListener {
  const lines = new WeakMap<Socket, Line>();

  function openLine(socket: Socket): Line {
    const line: Line = { isBusy: false, waiting: [] };
    lines.set(socket, line);
    // Node resumes the connection to read a request's body.
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
    // In the next tick, because a scheduled resumption would undo the pause.
    process.nextTick(pauseWhileWaiting, socket, line);
  };
}

function pauseWhileWaiting(socket: Socket, { waiting }: Line): void {
  if (waiting.length > 0) socket.pause();
}
