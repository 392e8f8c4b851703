// @module-tag soak

import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { addHook } from '../../../../src/service/events/hooks.ts';
import { emptyStore } from '../../../service/store.ts';
import { randomFrom } from '../../../support/random-from.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { attacks } from './attacks.ts';
import { beHonest, type Experience } from './honest-client.ts';
import type { Report } from './report.ts';
import { largerSample, startOn } from './start.ts';

const seconds = Number(process.env.SOAK_SECONDS ?? 2);
const seed = 1;
/**
 * One anonymous write and up to 32 that wait behind it, plus 4 honest and 8 hostile clients with a
 * key.
 */
const maxWritesPending = 45;
const publicUrl = 'https://api.example.com';
const metricsToken = 'metrics'.repeat(5);

const engines = ['sqlite', 'postgres'] as const;

test.for(engines)(
  `honest clients are served for ${seconds} s during attacks (seed ${seed}), on %s`,
  { timeout: (seconds + 120) * 1000 },
  async (engine) => {
    await using folder = await tempFolder();
    await using receiver = await startReceiver(204);
    await using store = await emptyStore(engine);
    const log = join(folder.path, 'log');
    await using it = await startOn(store.location, {
      data: largerSample(),
      // Attacks may set the headers of a proxy, so this machine has to be a trusted one.
      env: {
        SERVICE_URL: publicUrl,
        METRICS_TOKEN: metricsToken,
        TRUSTED_PROXIES: '127.0.0.1',
        RATE_LIMIT: '20',
      },
      within: ['sh', '-c', 'exec "$@" 2>"$0"', log],
    });
    const { service, address: url } = it;
    // Nobody listens at the second address.
    for (const url of [receiver.url, 'http://127.0.0.1:9/'])
      await addHook(it.db, { url, events: ['release.published'] }, new Date());

    const experience: Experience = { reads: [], writes: [], postponed: 0, complaints: [] };
    let isOver = false;
    // A test that times out does not dispose of its resources itself.
    onTestFinished(() => {
      isOver = true;
      return it[Symbol.asyncDispose]();
    });
    const honest = Array.from({ length: 4 }, (_, n) =>
      beHonest({ url, publicUrl, experience, random: randomFrom(n), isOver: () => isOver }),
    );
    // Only honest clients run at first, to measure memory and response times without attacks.
    await delay(Math.min(10, seconds / 4) * 1000);
    const start = residentMegabytes(service.process.pid);
    const warm = { reads: experience.reads.length, writes: experience.writes.length };
    const idleReads = percentile(experience.reads);
    const { port } = new URL(url);
    const hostile = fork(new URL('./child.ts', import.meta.url), [
      port,
      JSON.stringify(store.location),
      String(seed),
    ]);
    onTestFinished(() => void hostile.kill());
    const reported = Promise.race([once(hostile, 'message'), once(hostile, 'exit')]);
    const memory = [start];
    const writesPending: number[] = [];
    const since = performance.now();
    for (let minute = 0; performance.now() - since < seconds * 1000; ) {
      await delay(1000);
      memory.push(residentMegabytes(service.process.pid));
      writesPending.push(await readWritesPending(url));
      if (performance.now() - since < (minute + 1) * 60_000) continue;
      minute += 1;
      console.log(`${engine}, ${minute} min: ${memory.at(-1)} MB, ${writesPending.at(-1)} writes`);
    }
    hostile.send('stop');
    const report: Report = (await reported)[0];
    isOver = true;
    await Promise.all(honest);

    const p99 = {
      reads: percentile(experience.reads.slice(warm.reads)),
      writes: percentile(experience.writes.slice(warm.writes)),
    };
    const { made, unexpected } = report;
    const { complaints, postponed } = experience;
    const peak = Math.max(...memory);
    const mostWrites = Math.max(...writesPending);
    console.log(
      JSON.stringify({
        engine,
        mostWrites,
        idleReads,
        start,
        peak,
        end: memory.at(-1),
        p99,
        postponed,
        made,
      }),
    );
    expect({ complaints, unexpected }).toEqual({ complaints: [], unexpected: [] });
    expect(peak - start).toBeLessThan(100);
    expect(mostWrites).toBeLessThanOrEqual(maxWritesPending);
    expect(Object.keys(made).toSorted()).toEqual(Object.keys(attacks).toSorted());
    const errors = (await readFile(log, 'utf8')).split('\n').filter((l) => /"level":50/.test(l));
    expect(errors).toEqual([]);
    const silent = connect(Number(port), '127.0.0.1');
    await once(silent, 'connect');
    service.process.kill('SIGTERM');
    expect((await service.finished).code).toBe(0);
    silent.destroy();
  },
);

async function readWritesPending(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(/^waymark_writes_pending (\d+)$/m.exec(text)?.[1]);
}

function residentMegabytes(pid = 0): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Math.round(Number(kilobytes) / 1024);
}

function percentile(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
}
