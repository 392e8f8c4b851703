import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DatabaseLocation } from '../src/service/database/location.ts';
import { ask } from '../test/e2e/service/crash-client.ts';
import { largerSample, startOn } from '../test/e2e/service/hostile/start.ts';
import { startCluster, urlOf } from '../test/support/postgres/cluster.ts';
import { median, type Row, timed } from './support/measure.ts';

const child = fileURLToPath(new URL('support/flood-child.ts', import.meta.url));
const perRound = 50;

type Request = [method: string, path: string, body?: object];

const requests: Record<string, (turn: number) => Request> = {
  'a read': () => ['GET', '/v1/releases?limit=20'],
  'a write': (turn) => ['PATCH', '/v1/releases/r-0', { title: `Title ${turn}` }],
  '`/healthz`': () => ['GET', '/healthz'],
};

/**
 * Measures honest requests, one after the other, while 10 connections keep pipelining 1,000
 * sign-ups without a key each. The baseline is the same service without the attack.
 */
export async function benchHostile(folder: string, rounds: number): Promise<Row[]> {
  const onSqlite = await benchOn({ engine: 'sqlite', file: join(folder, 'hostile.db') }, rounds);
  await using cluster = await startCluster().catch((error: unknown) => {
    console.error(`PostgreSQL is left out: ${error}`);
    return undefined;
  });
  if (!cluster) return onSqlite;
  const url = urlOf(cluster.folder, 'postgres');
  return [...onSqlite, ...(await benchOn({ engine: 'postgres', url }, rounds))];
}

async function benchOn(location: DatabaseLocation, rounds: number): Promise<Row[]> {
  await using service = await startOn(location, { data: largerSample() });
  const { address } = service;
  const idle = new Map<string, number[]>();
  const attacked = new Map<string, number[]>();
  // The first round is a warm-up.
  await askAll(address, new Map());
  for (let round = 0; round < rounds; round += 1) {
    await askAll(address, idle);
    const flood = fork(child, [address]);
    await once(flood, 'message');
    await askAll(address, attacked);
    flood.kill();
    await once(flood, 'exit');
  }
  const name = location.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  return Object.keys(requests).flatMap((kind) => {
    const [workTimes, baselineTimes] = [attacked.get(kind) ?? [], idle.get(kind) ?? []];
    const row = (word: string, of: (times: number[]) => number): Row => {
      const [workMs, baselineMs] = [of(workTimes), of(baselineTimes)];
      return {
        work: `${kind} beside pipelines of sign-ups on ${name}, ${word}`,
        baseline: 'the same without them',
        workMs,
        baselineMs,
        ratio: workMs / baselineMs,
      };
    };
    return [row('median', median), row('worst', (times) => Math.max(...times))];
  });
}

/** Sends each kind of request repeatedly and adds the durations to `times`. */
async function askAll(address: string, times: Map<string, number[]>): Promise<void> {
  for (let turn = 0; turn < perRound; turn += 1)
    for (const [kind, request] of Object.entries(requests)) {
      const ms = await timed(() => askOnce(address, request(turn)));
      times.set(kind, [...(times.get(kind) ?? []), ms]);
    }
}

/** A write may be answered with 503 (try again later); any other failure is an error. */
async function askOnce(address: string, [method, path, body]: Request): Promise<void> {
  const { status } = await ask(address, method, path, body);
  const isExpected = status === 200 || (method === 'PATCH' && status === 503);
  if (!isExpected) throw new Error(`${method} ${path} was answered ${status}`);
}
