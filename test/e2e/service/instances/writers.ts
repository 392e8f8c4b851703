import { randomUUID } from 'node:crypto';
import { ask } from '../crash-client.ts';

/** What was acknowledged of releases. */
export interface Acknowledged {
  created: Set<string>;
  scheduled: Set<string>;
  statuses: Set<number>;
}

export interface Writers {
  acknowledged: Acknowledged;
  /** Settles when nothing more is asked for. */
  end(): Promise<void>;
}

interface WritersOptions {
  count: number;
  /** An instance that answers, as far as is known. */
  choose: () => string;
  random: () => number;
}

/** Creates releases and schedules each for some tenths of a second later, until they are ended. */
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
  // 400 where the time is past when it is read, on a busy machine.
  if (moved?.status === 200) scheduled.add(id);
  if (moved && moved.status !== 400) statuses.add(moved.status);
}

/** Undefined where nobody answered. */
async function asked(url: string, path: string, body: object) {
  try {
    return await ask(url, 'POST', path, body);
  } catch (error) {
    // `fetch` fails with a TypeError where the instance was killed.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
