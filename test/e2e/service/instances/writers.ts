import { randomUUID } from 'node:crypto';
import { ask } from '../crash-client.ts';

/** Ids of releases whose creation or scheduling was acknowledged, and all statuses. */
export interface Acknowledged {
  created: Set<string>;
  scheduled: Set<string>;
  statuses: Set<number>;
}

export interface Writers {
  acknowledged: Acknowledged;
  /** Stops the writers and waits for their last requests. */
  end(): Promise<void>;
}

interface WritersOptions {
  count: number;
  /** Returns the address of an instance that should be answering. */
  choose: () => string;
  random: () => number;
}

/**
 * Starts clients that create releases and schedule each of them some tenths of a second ahead,
 * until they are stopped.
 */
export function startWriters({ count, choose, random }: WritersOptions): Writers {
  const acknowledged: Acknowledged = {
    created: new Set(),
    scheduled: new Set(),
    statuses: new Set(),
  };
  let isOver = false;
  const writers = Array.from({ length: count }, async () => {
    while (!isOver) await write(acknowledged, choose, random);
  });
  return {
    acknowledged,
    async end() {
      isOver = true;
      await Promise.all(writers);
    },
  };
}

async function write(
  { created, scheduled, statuses }: Acknowledged,
  choose: () => string,
  random: () => number,
): Promise<void> {
  const slug = randomUUID();
  const made = await asked(choose(), '/v1/releases', { title: slug, slug, status: 'DRAFT' });
  if (made) statuses.add(made.status);
  if (made?.status !== 201) return;
  const { id } = made.body;
  created.add(id);
  const scheduled_at = new Date(Date.now() + 100 + random() * 400).toISOString();
  const body = { status: 'SCHEDULED', scheduled_at };
  const moved = await asked(choose(), `/v1/releases/${id}/publish`, body);
  // The answer is 400 if the time is past when a busy machine reads the request.
  if (moved?.status === 200) scheduled.add(id);
  if (moved && moved.status !== 400) statuses.add(moved.status);
}

/** Sends a request; returns undefined if there was no answer. */
async function asked(url: string, path: string, body: object) {
  try {
    return await ask(url, 'POST', path, body);
  } catch (error) {
    // `fetch` throws a TypeError if the instance was killed.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
