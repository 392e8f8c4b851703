import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type Cluster, startCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A port of this machine that answers with the folder of this run's PostgreSQL. */
    postgres: number;
  }
}

export type Answer = { folder: string } | { problem: string };

/** One PostgreSQL for all tests of a run, started when the first test asks for it. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<Cluster> | undefined;
  const server = createServer(async (socket) => {
    cluster ??= startCluster();
    const answer: Answer = await cluster.then(
      ({ folder }) => ({ folder }),
      (error) => ({ problem: String(error) }),
    );
    socket.end(JSON.stringify(answer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  provide('postgres', (server.address() as AddressInfo).port);
  return async () => {
    server.close();
    const started = await cluster?.catch(() => undefined);
    await started?.[Symbol.asyncDispose]();
  };
}
