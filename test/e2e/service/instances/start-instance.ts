import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { ServiceOptions } from '../../../../src/service/service.ts';

/** What a process can be told of them. */
export type InstanceOptions = Pick<ServiceOptions, 'database' | 'apiKey' | 'perMinute' | 'leaseMs'>;

export type Told = { url: string } | { line: string };

/** The service as a process of its own, to be killed or stopped whatever it does. */
export interface Instance extends AsyncDisposable {
  url: string;
  /** What it warned of up to now. */
  lines: readonly string[];
  /** kill -9; settles when it is dead. */
  kill(): Promise<void>;
  /** Stops it where it is (SIGSTOP). */
  stop(): void;
  resume(): void;
}

const program = new URL('child.ts', import.meta.url);

/** Settles when it listens. */
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
    // What is stopped, too.
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
