import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { ServiceOptions } from '../../../../src/service/service.ts';

/** Options that can be passed to the process of an instance. */
export type InstanceOptions = Pick<ServiceOptions, 'database' | 'apiKey' | 'perMinute' | 'leaseMs'>;

export type Told = { url: string } | { line: string };

/** The service in its own process, which can be killed or suspended at any moment. */
export interface Instance extends AsyncDisposable {
  url: string;
  /** Warnings so far, one log line each. */
  lines: readonly string[];
  /** Sends SIGKILL and waits for the process to end. */
  kill(): Promise<void>;
  /** Suspends the process (SIGSTOP). */
  stop(): void;
  resume(): void;
}

const program = new URL('child.ts', import.meta.url);

/** Starts an instance and waits until it listens. */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const child = fork(program, [JSON.stringify(options)]);
  const exited = once(child, 'exit');
  const lines: string[] = [];
  const listening = Promise.withResolvers<string>();
  child.on('message', (told: Told) =>
    'url' in told ? listening.resolve(told.url) : lines.push(told.line),
  );
  exited.then(([code]) => listening.reject(new Error(`it ended with ${code}: ${lines.join('')}`)));
  const kill = async () => {
    // SIGKILL also ends a suspended process.
    child.kill('SIGKILL');
    await exited;
  };
  return {
    url: await listening.promise,
    lines,
    kill,
    stop: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    [Symbol.asyncDispose]: kill,
  };
}
