import { randomUUID } from 'node:crypto';
import { ask } from './crash-client.ts';

/** A release whose title contains the number of its writes. */
export interface Counted {
  asked: number;
  acknowledged: number;
  /** Whether its deletion was requested, and whether it was acknowledged. */
  isToGo: boolean;
  isGone: boolean;
}

/** Counted releases by id. */
export type Counts = Map<string, Counted>;

interface Writing {
  url: string;
  counts: Counts;
  random: () => number;
  signal: AbortSignal;
}

/** Maximum number of releases of a client, so that a long run does not grow the database. */
const mostAtOnce = 50;

/**
 * Creates releases, counts up in their titles and deletes them, one request at a time, until
 * stopped.
 */
export async function write({ url, counts, random, signal }: Writing): Promise<void> {
  const own: string[] = [];
  while (!signal.aborted) {
    const at = Math.floor(random() * (own.length + 5));
    const id = own[at];
    if (id === undefined && own.length < mostAtOnce) own.push(await create(url, counts));
    else if (id !== undefined && random() < 0.8) await countOn(url, counts, id);
    else await remove(url, counts, own.splice(at, 1)[0]);
  }
}

async function create(url: string, counts: Counts): Promise<string> {
  const input = { title: titleOf(1), slug: randomUUID(), status: 'DRAFT' };
  const { status, body } = await ask(url, 'POST', '/v1/releases', input);
  expectStatus(status, 201);
  counts.set(body.id, { asked: 1, acknowledged: 1, isToGo: false, isGone: false });
  return body.id;
}

async function countOn(url: string, counts: Counts, id: string): Promise<void> {
  const count = countOf(counts, id);
  count.asked += 1;
  const title = titleOf(count.asked);
  expectStatus((await ask(url, 'PATCH', `/v1/releases/${id}`, { title })).status, 200);
  count.acknowledged = count.asked;
}

async function remove(url: string, counts: Counts, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const count = countOf(counts, id);
  count.isToGo = true;
  expectStatus((await ask(url, 'DELETE', `/v1/releases/${id}`)).status, 204);
  count.isGone = true;
}

function countOf(counts: Counts, id: string): Counted {
  const count = counts.get(id);
  if (!count) throw new Error(`nobody made ${id}`);
  return count;
}

function expectStatus(status: number, wanted: number): void {
  if (status !== wanted) throw new Error(`answered ${status}, not ${wanted}`);
}

function titleOf(count: number): string {
  return `Written ${count}`;
}

/** The number of writes in a release's title. */
export function countIn(title: unknown): number {
  return Number(String(title).replace('Written ', ''));
}
