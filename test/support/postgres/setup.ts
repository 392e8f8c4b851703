import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Cluster, startCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A socket; whoever connects receives the folder of this run's PostgreSQL. */
    postgres: string;
  }
}

export type Answer = { folder: string } | { problem: string };

/** One PostgreSQL for all tests of a run, started when the first test asks for it. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-ask-'));
  let cluster: Promise<Cluster> | undefined;
  const server = createServer(async (socket) => {
    cluster ??= startCluster();
    const answer: Answer = await cluster.then(
      ({ folder }) => ({ folder }),
      (error) => ({ problem: String(error) }),
    );
    socket.end(JSON.stringify(answer));
  });
  const path = join(folder, 'ask');
  await once(server.listen(path), 'listening');
  provide('postgres', path);
  return async () => {
    server.close();
    const started = await cluster?.catch(() => undefined);
    await started?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  };
}
