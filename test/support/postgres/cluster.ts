import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBound } from '../../../src/lib/processes/start-bound.ts';
import { inMemory } from '../temp-folder.ts';
import type { Told } from './keeper.ts';
import { findPrograms } from './programs.ts';

/** A running PostgreSQL for tests. */
export interface Cluster extends AsyncDisposable {
  /** The folder of its socket, which only this user can access. */
  folder: string;
  /**
   * kill -9; resolves when the server is dead. A durable cluster has all committed data on the
   * disk.
   */
  kill(): Promise<void>;
  /** Starts the server again after `kill`; resolves when it accepts connections. */
  start(): Promise<void>;
}

/**
 * Starts a PostgreSQL on a Unix socket, with the superuser `waymark` and without passwords. It ends
 * with this process at the latest, and removes its files.
 */
export async function startCluster({ isDurable = false } = {}): Promise<Cluster> {
  // A short name: the path of a socket has 107 characters at most.
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
  /** Waits for the keeper's next message. */
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
      // The keeper stops when its standard input closes.
      child.stdin?.end();
      await ended;
    },
  };
}

/** The address of a database of the cluster, for `DATABASE_URL`. */
export function urlOf(folder: string, database: string, user = 'waymark'): string {
  return `postgres://${user}@${encodeURIComponent(folder)}/${database}`;
}
