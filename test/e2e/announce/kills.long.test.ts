// @module-tag soak

import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startCommand } from '../../support/command.ts';
import { startChats } from '../../support/fake-chats.ts';
import { randomFrom } from '../../support/random-from.ts';
import { announcedSite } from './announced-site.ts';

const kills = Number(process.env.SOAK_KILLS ?? 6);
/** Some runs end before they are killed. */
const runs = Math.ceil(kills * 1.1);
const perRun = 2;
const targets = ['slack', 'discord', 'webhook', 'slack'] as const;
/** What a run is doing when it is killed. */
const moments = ['waiting', 'claiming', 'sending', 'sending', 'writing', 'writing'] as const;

interface Ledger {
  seen: Record<string, unknown>;
  rows: { target: string; item: string; state: string }[];
}

test('if it is killed again and again, each message arrives once or not at all', {
  timeout: 60_000 + kills * 15_000,
}, async () => {
  const random = randomFrom(61);
  await using chats = await startChats();
  await using site = await announcedSite(chats);
  const entries = targets.map((side, n) => {
    Object.assign(site.env, { [`ANNOUNCE_T${n}`]: chats.address(side, `t${n}`) });
    Object.assign(site.env, { [`ANNOUNCE_T${n}_SECRET`]: site.env.ANNOUNCE_HOOK_SECRET });
    return `  - { ${side}: ANNOUNCE_T${n}, name: t${n} }`;
  });
  await writeFile(
    site.file('announce.yaml'),
    `site: ${site.url}\ntargets:\n${entries.join('\n')}\n`,
  );
  for (let n = 0; n < runs * perRun; n += 1) await site.release(`1.${n}.0`);
  await site.publish();
  await site.run('announce');
  const ledgerFile = site.file('announce-ledger.json');
  const read = async (): Promise<Ledger> => JSON.parse(await readFile(ledgerFile, 'utf8'));
  const all = Object.keys((await read()).seen).sort();
  expect(all).toHaveLength(runs * perRun);
  const killed: Record<string, number> = {};
  for (let run = 0; run < runs; run += 1) {
    // Makes the next releases new again, which is faster than to publish them one by one.
    const before = await read();
    for (const id of all.slice(run * perRun, (run + 1) * perRun)) delete before.seen[id];
    await writeFile(ledgerFile, JSON.stringify(before));
    const moment = moments[run % moments.length] ?? 'sending';
    if (await runAndKill(moment)) killed[moment] = (killed[moment] ?? 0) + 1;
  }
  expect(Object.values(killed).reduce((sum, one) => sum + one)).toBeGreaterThanOrEqual(kills);
  chats.fail = undefined;
  await site.run('announce', '--yes');

  const { rows } = await read();
  expect(rows).toHaveLength(all.length * targets.length);
  const sums: Record<string, number> = {};
  for (const { target, item, state } of rows) {
    const arrived = chats.messages.filter(
      (one) => one.name === target && one.body.includes(`/releases/${slugOf(item)}/`),
    ).length;
    const expected = { sent: [1], unknown: [0, 1], failed: [0], held: [0] }[state];
    expect(expected, `${item} to ${target} is ${state}`).toContain(arrived);
    const key = `${state}, ${arrived} arrived`;
    sums[key] = (sums[key] ?? 0) + 1;
  }
  expect(chats.refused).toEqual([]);
  console.info(JSON.stringify({ killed, sums }));

  /** Runs the command, and kills it in the middle of its work. @returns whether it was killed */
  async function runAndKill(moment: (typeof moments)[number]) {
    // The shell's parent is the command.
    const args = moment === 'claiming' ? ['--yes', '--claim-with', 'kill -9 $PPID'] : ['--yes'];
    const running = startCommand('announce', { cwd: site.file('.'), env: site.env, args });
    const kill = () => running.process.kill('SIGKILL');
    let left = Math.floor(random() * (moment === 'waiting' ? perRun : 5));
    site.onRequest = () => {
      if (moment === 'waiting' && left-- === 0) kill();
    };
    chats.fail = async () => {
      const isRefused = random() < 0.1;
      if (left-- === 0 && moment === 'writing') delay(random() * 20).then(kill);
      else if (left === -1) {
        kill();
        await running.finished;
        // Whether the message arrived, the command never learns.
        return random() < 0.5 ? undefined : new Response(null, { status: 500 });
      }
      // What is refused has failed, and is sent by the next run.
      return isRefused ? new Response('busy', { status: 400 }) : undefined;
    };
    await running.finished;
    site.onRequest = undefined;
    return running.process.signalCode === 'SIGKILL';
  }

  /** The id of a file is made from its path, and its slug from project and version. */
  function slugOf(id: string): string {
    return `board-${/(\d+)[.-](\d+)[.-](\d+)/.exec(id)?.slice(1).join('-')}`;
  }
});
