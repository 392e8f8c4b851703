import { connect, type Socket } from 'node:net';

export interface Flood extends Disposable {
  /** Number of answers so far. */
  answered(): number;
  /** Number of sign-ups that were sent. */
  sent: number;
}

const token = 'token-for-subscribers-1';
export const floodEmail = 'flood@example.com';

/**
 * Sends pipelined sign-ups over several connections at once, without a key and without waiting for
 * answers. Disposing closes the connections.
 */
export function floodSignUps(url: string, connections = 10, perConnection = 1000): Flood {
  const port = Number(new URL(url).port);
  const body = JSON.stringify({ email: floodEmail }).padEnd(60);
  const head = `POST /incoming/${token} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
  const request = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  let answers = 0;
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(request.repeat(perConnection));
    countAnswers(socket, () => (answers += 1));
    return socket;
  });
  return {
    answered: () => answers,
    sent: connections * perConnection,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function countAnswers(socket: Socket, onAnswer: () => void): void {
  let rest = '';
  // For example when the service stops and closes the connection.
  socket.on('error', () => {});
  socket.setEncoding('latin1').on('data', (text: string) => {
    const parts = (rest + text).split('HTTP/1.1 ');
    for (const _ of parts.slice(1)) onAnswer();
    // The end of this chunk may be the first part of a status line.
    rest = (parts.at(-1) ?? '').slice(-8);
  });
}
