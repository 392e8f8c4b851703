import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const child = fileURLToPath(new URL('server-child.ts', import.meta.url));

export interface BenchServer extends Disposable {
  url: string;
  /** Sends a message and returns the answer. */
  ask(message: unknown): Promise<unknown>;
  tell(message: unknown): void;
}

/** Starts a server in its own process, so that it takes no CPU time from the measuring process. */
export async function startServer(kind: string, ...args: string[]): Promise<BenchServer> {
  const server: ChildProcess = fork(child, [kind, ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [url] = await once(server, 'message');
  return {
    url,
    tell: (message) => server.send(message as string),
    ask: async (message) => {
      server.send(message as string);
      const [answer] = await once(server, 'message');
      return answer;
    },
    [Symbol.dispose]: () => server.disconnect(),
  };
}
