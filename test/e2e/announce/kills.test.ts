// @module-tag soak

import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startCommand } from '../../support/command.ts';
import { startChats } from '../../support/fake-chats.ts';
import { randomFrom } from '../../support/random-from.ts';
import { announcedSite } from './announced-site.ts';

const kills = Number(process.env.SOAK_KILLS ?? 6);
const perRound = 3;
const rounds = Math.ceil(kills / 2);
const targets = ['slack', 'discord', 'webhook', 'slack'] as const;

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
  for (let n = 0; n < rounds * perRound; n += 1) await site.release(`1.${n}.0`);
  await site.publish();
  await site.run('announce');
  const ledgerFile = site.file('announce-ledger.json');
  const read = async (): Promise<Ledger> => JSON.parse(await readFile(ledgerFile, 'utf8'));
  const all = Object.keys((await read()).seen).sort();
  for (let round = 0; round < rounds; round += 1) {
    // Makes the next releases new again, which is faster than to publish them one by one.
    const fresh = all.slice(round * perRound, (round + 1) * perRound);
    const before = await read();
    for (const id of fresh) delete before.seen[id];
    await writeFile(ledgerFile, JSON.stringify(before));
    for (let kill = 0; kill < 2; kill += 1) await runAndKill();
    chats.fail = undefined;
    await site.run('announce');
    const { rows } = await read();
    const own = rows.filter(({ item }) => fresh.includes(item));
    expect(own).toHaveLength(fresh.length * targets.length);
    for (const { target, item, state } of own) {
      expect(['sent', 'unknown', 'failed', 'held']).toContain(state);
      const arrived = chats.messages.filter(
        (one) => one.name === target && one.body.includes(`/releases/${slugOf(item)}/`),
      ).length;
      const expected = { sent: [1], unknown: [0, 1], failed: [0], held: [0] }[state];
      expect(expected, `${item} to ${target} is ${state}`).toContain(arrived);
    }
  }
  expect(chats.refused).toEqual([]);

  async function runAndKill(): Promise<void> {
    const running = startCommand('announce', { cwd: site.file('.'), env: site.env });
    const at = Math.floor(random() * 14);
    const arrives = random() < 0.5;
    let turn = 0;
    chats.fail = async () => {
      turn += 1;
      if (turn <= at) return undefined;
      running.process.kill('SIGKILL');
      await running.finished;
      return arrives ? undefined : new Response(null, { status: 500 });
    };
    // Others are killed at any time, also before their claims.
    const stop = new AbortController();
    const late = delay(random() * 2000, undefined, { signal: stop.signal }).then(
      () => running.process.kill('SIGKILL'),
      () => {},
    );
    await running.finished;
    stop.abort();
    await late;
  }

  /** The id of a file is made from its path, and its slug from project and version. */
  function slugOf(id: string): string {
    return `board-${/(\d+)[.-](\d+)[.-](\d+)/.exec(id)?.slice(1).join('-')}`;
  }
});
