import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { importDataSet } from '../../../../src/service/data-set/import.ts';
import { addHook } from '../../../../src/service/events/hooks.ts';
import { openFile } from '../../../service/open-file.ts';
import { release, sample } from '../../../service/sample.ts';
import { apiKey } from '../../../service/start.ts';
import { startCommand } from '../../../support/command.ts';
import { randomFrom } from '../../../support/random-from.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { attacks } from './attacks.ts';
import { beHonest, type Experience } from './honest-client.ts';
import type { Report } from './report.ts';

// Some seconds in every test run; `npm run test:soak` makes it ten minutes, and times it.
const soakSeconds = Number(process.env.SOAK_SECONDS ?? 0);
const seconds = soakSeconds || 4;
const seed = 1;
const publicUrl = 'https://api.example.com';

test(
  `honest clients are served for ${seconds} seconds beside hostile ones (seed ${seed})`,
  async () => {
    await using folder = await tempFolder();
    await using receiver = await startReceiver(204);
    const file = join(folder.path, 'x.db');
    await prepare(file, receiver.url);
    const log = join(folder.path, 'log');
    await using service = startCommand('service', {
      args: ['--port', '0', '--database', file],
      env: { API_KEY: apiKey, SERVICE_URL: publicUrl },
      cwd: '.',
      within: ['sh', '-c', 'exec "$@" 2>"$0"', log],
    });
    const [url] = await service.printed(/http:\/\/127\.0\.0\.1:\d+/);

    const experience: Experience = { reads: [], writes: [], postponed: 0, complaints: [] };
    let isOver = false;
    const honest = Array.from({ length: 4 }, (_, n) =>
      beHonest({ url, publicUrl, experience, random: randomFrom(n), isOver: () => isOver }),
    );
    // What a service takes that serves nobody but honest clients.
    await delay(Math.min(10, seconds / 4) * 1000);
    const start = residentMegabytes(service.process.pid);
    const warm = { reads: experience.reads.length, writes: experience.writes.length };
    const { port } = new URL(url);
    const hostile = fork(new URL('./child.ts', import.meta.url), [port, file, String(seed)]);
    await using _hostile = { [Symbol.asyncDispose]: async () => void hostile.kill() };
    const memory = [start];
    for (let second = 0; second < seconds; second += 1) {
      await delay(1000);
      memory.push(residentMegabytes(service.process.pid));
      if (second % 60 === 59) console.log(`${second + 1} s: ${memory.at(-1)} MB`);
    }
    const reported = Promise.race([once(hostile, 'message'), once(hostile, 'exit')]);
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
    console.log(JSON.stringify({ start, peak, end: memory.at(-1), p99, postponed, made }));
    expect({ complaints, unexpected }).toEqual({ complaints: [], unexpected: [] });
    expect(peak - start).toBeLessThan(100);
    expect(Object.keys(made).toSorted()).toEqual(Object.keys(attacks).toSorted());
    if (soakSeconds > 0) {
      expect(p99.reads).toBeLessThan(250);
      expect(p99.writes).toBeLessThan(250);
    }
    const errors = (await readFile(log, 'utf8')).split('\n').filter((l) => /"level":50/.test(l));
    expect(errors).toEqual([]);
    const silent = connect(Number(port), '127.0.0.1');
    await once(silent, 'connect');
    service.process.kill('SIGTERM');
    if (soakSeconds === 0) silent.destroy();
    expect((await service.finished).code).toBe(0);
    silent.destroy();
  },
  (seconds + 120) * 1000,
);

async function prepare(file: string, hookUrl: string): Promise<void> {
  await using database = await openFile(file);
  const releases = Array.from({ length: 500 }, (_, n) => release(`r-${n}`));
  const data = sample();
  await importDataSet(database.db, { ...data, releases: [...data.releases, ...releases] }, []);
  await addHook(database.db, { url: hookUrl, events: ['release.published'] }, new Date());
  // A hook behind which nobody listens.
  await addHook(
    database.db,
    { url: 'http://127.0.0.1:9/', events: ['release.published'] },
    new Date(),
  );
}

function residentMegabytes(pid = 0): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Math.round(Number(kilobytes) / 1024);
}

function percentile(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
}
