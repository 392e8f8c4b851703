import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBound } from '../../../src/lib/processes/start-bound.ts';
import { inMemory } from '../temp-folder.ts';
import type { Told } from './keeper.ts';
import { findPrograms } from './programs.ts';

/** A running PostgreSQL of the tests. */
export interface Cluster extends AsyncDisposable {
  /** Where its socket lies; nobody else reaches it. */
  folder: string;
  /** kill -9; settles when it is dead. What it had acknowledged is on the disk, if it is durable. */
  kill(): Promise<void>;
  /** Starts it again after `kill`; settles when it answers. */
  start(): Promise<void>;
}

/**
 * Starts a PostgreSQL on a Unix socket, with the superuser `waymark` and without passwords. It ends
 * with this process at the latest, and leaves nothing behind.
 */
export async function startCluster({ isDurable = false } = {}): Promise<Cluster> {
  // Short: the path of a socket has 107 characters at most.
  const folder = await mkdtemp(join(isDurable ? tmpdir() : inMemory, 'wm-pg-'));
  const programs = await findPrograms(join(folder, 'programs')).catch(async (error) => {
    await rm(folder, { recursive: true });
    throw error;
  });
  if (programs.user) await chown(folder, programs.user.uid, programs.user.gid);
  const { child, ended } = startBound(fileURLToPath(new URL('keeper.ts', import.meta.url)), {
    flags: [],
    env: { CLUSTER: JSON.stringify({ folder, isDurable, ...programs }) },
  });
  /** Waits for the next that it tells. */
  const told = async (expected: Told) => {
    const [message] = await Promise.race([once(child, 'message'), ended.then(() => [])]);
    if (message === expected) return;
    child.stdin?.end();
    const { failure, output } = await ended;
    throw new Error(`PostgreSQL does not start (${failure}):\n${output}`);
  };
  const ask = (what: 'kill' | 'start', expected: Told) => {
    child.send(what);
    return told(expected);
  };
  await told('ready');
  return {
    folder,
    kill: () => ask('kill', 'dead'),
    start: () => ask('start', 'ready'),
    [Symbol.asyncDispose]: async () => {
      // What it is bound to.
      child.stdin?.end();
      await ended;
    },
  };
}

/** The address of a database of a cluster, for `DATABASE_URL`. */
export function urlOf(folder: string, database: string, user = 'waymark'): string {
  return `postgres://${user}@${encodeURIComponent(folder)}/${database}`;
}
