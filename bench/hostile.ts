import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DatabaseLocation } from '../src/service/database/location.ts';
import { createKey } from '../src/service/keys/keys.ts';
import { ask } from '../test/e2e/service/crash-client.ts';
import { largerSample, startOn } from '../test/e2e/service/hostile/start.ts';
import { apiKey } from '../test/service/start.ts';
import { startCluster, urlOf } from '../test/support/postgres/cluster.ts';
import { attacks } from './support/attacks.ts';
import { type Row, timed } from './support/measure.ts';

const child = fileURLToPath(new URL('support/attack-child.ts', import.meta.url));
const turns = new URL('support/turns.ts', import.meta.url).href;
const perRound = 30;
/** Long enough for the attack to reach the service, and for its last turns to be recorded. */
const settleMs = 300;

/** What is measured, how long it may take at most, and which answers are expected. */
const requests = {
  'a read': { maxMs: 2000, send: (url: string) => statusOf(url, 'GET', '/v1/releases?limit=20') },
  'a write': {
    maxMs: 2000,
    send: (url: string, turn: number) =>
      statusOf(url, 'PATCH', '/v1/releases/r-0', { title: `Title ${turn}` }),
  },
  'an upload': { maxMs: 2000, send: upload },
  '`/healthz`': { maxMs: 250, send: (url: string) => statusOf(url, 'GET', '/healthz') },
} as const;

const maxTurnMs = 100;
const bounds = Object.entries(requests).map(([kind, { maxMs }]) => [kind, maxMs] as const);

/**
 * Measures honest requests, one after the other, during each attack, and the longest turn of the
 * service's event loop. The baseline is what is promised.
 */
export async function benchHostile(folder: string, rounds: number): Promise<Row[]> {
  const onSqlite = await benchOn(
    { engine: 'sqlite', file: join(folder, 'hostile.db') },
    rounds,
    folder,
  );
  await using cluster = await startCluster().catch((error: unknown) => {
    console.error(`PostgreSQL is left out: ${error}`);
    return undefined;
  });
  if (!cluster) return onSqlite;
  const url = urlOf(cluster.folder, 'postgres');
  return [...onSqlite, ...(await benchOn({ engine: 'postgres', url }, rounds, folder))];
}

async function benchOn(location: DatabaseLocation, rounds: number, folder: string): Promise<Row[]> {
  const file = join(folder, `turns-${location.engine}`);
  const preload = { NODE_OPTIONS: `--import=${turns}`, TURNS_FILE: file };
  const env = { ...preload, TRUSTED_PROXIES: '127.0.0.1' };
  await using service = await startOn(location, { data: largerSample(), env });
  const { address, db } = service;
  const { key } = await createKey(db, { name: 'Attacker' }, new Date());
  // A warm-up.
  await askAll(address, new Map());
  const on = location.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  const rows: Row[] = [];
  for (const name of Object.keys(attacks)) {
    const since = Date.now();
    const times = await timesDuring([address, key, name], rounds);
    times.set('a turn', await longestTurn(file, since));
    for (const [kind, baselineMs] of [['a turn', maxTurnMs] as const, ...bounds])
      rows.push({
        work: `${kind} during ${name} on ${on}, worst`,
        baseline: 'what is promised',
        workMs: times.get(kind) ?? Number.NaN,
        baselineMs,
        ratio: (times.get(kind) ?? Number.NaN) / baselineMs,
      });
  }
  return rows;
}

/** The longest duration of each kind of request during an attack. */
async function timesDuring(attack: string[], rounds: number): Promise<Map<string, number>> {
  const [address = ''] = attack;
  const times = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    const attacker = fork(child, attack);
    await once(attacker, 'message');
    await sleep(settleMs);
    await askAll(address, times);
    attacker.kill();
    await once(attacker, 'exit');
  }
  await sleep(settleMs);
  return times;
}

/** Sends each kind of request repeatedly, and notes the longest duration of each. */
async function askAll(url: string, times: Map<string, number>): Promise<void> {
  for (let turn = 0; turn < perRound; turn += 1)
    for (const [kind, { send }] of Object.entries(requests)) {
      const ms = await timed(async () => {
        const status = await send(url, turn);
        const isExpected = status < 300 || (status === 503 && kind !== 'a read');
        if (!isExpected) throw new Error(`${kind} was answered ${status}`);
      });
      times.set(kind, Math.max(ms, times.get(kind) ?? 0));
    }
}

async function statusOf(...request: Parameters<typeof ask>): Promise<number> {
  const { status } = await ask(...request);
  return status;
}

async function upload(url: string): Promise<number> {
  const body = new FormData();
  body.append('file', new File(['Words'], 'a.txt'));
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await fetch(`${url}/v1/files`, { method: 'POST', headers, body });
  await answer.text();
  return answer.status;
}

async function longestTurn(file: string, since: number): Promise<number> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const measured = lines.map((line) => line.split(' ').map(Number));
  return Math.max(...measured.flatMap(([at = 0, ms = 0]) => (at > since ? [ms] : [])));
}
