import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAnnouncing } from '../../../src/tools/announce/check-announcing.ts';
import { emptyLedger, writeLedger } from '../../../src/tools/announce/ledger.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const text = `site: https://changelog.example.com
targets:
  - { slack: ANNOUNCE_SLACK, name: Team }
  - { discord: ANNOUNCE_DISCORD, name: Players }
`;
const channels = {
  ANNOUNCE_SLACK: 'https://hooks.slack.com/services/T/B/secret',
  ANNOUNCE_DISCORD: 'https://discord.com/api/webhooks/1/secret',
};

async function startFolder() {
  const folder = await tempFolder();
  const ledger = join(folder.path, 'ledger.json');
  const env = { SITE_URL: 'https://changelog.example.com', ANNOUNCE_LEDGER: ledger, ...channels };
  return { ...folder, ledger, env, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test('announcements that work are one line with their channels', async () => {
  await using it = await startFolder();
  expect(await readAnnouncing(text, it.env)()).toEqual([
    {
      what: 'announcements',
      state: 'ok',
      found: 'New releases are announced in Team, Players.',
      next: undefined,
    },
  ]);
});

test('a channel without an address here and another site are warnings, as they may be meant', async () => {
  await using it = await startFolder();
  const { ANNOUNCE_SLACK, ...env } = it.env;
  const [unset, ...others] = await readAnnouncing(text, env)();
  expect(others).toEqual([]);
  const said = 'ANNOUNCE_SLACK (Team) is not set, so nothing is announced from here.';
  expect(unset).toMatchObject({ state: 'warning', found: said });
  const staging = { ...env, SITE_URL: 'https://staging.example.com' };
  const found = await readAnnouncing(text, staging)();
  expect(found).toMatchObject([{ state: 'warning' }]);
  expect(found[0]?.found).toContain('this site is https://staging.example.com/');
});

test('settings that are wrong are named without any part of an address', async () => {
  await using it = await startFolder();
  const wrong = { ...it.env, ANNOUNCE_SLACK: channels.ANNOUNCE_DISCORD };
  expect(() => readAnnouncing(text, wrong)).toThrow(/^ANNOUNCE_SLACK looks like .* discord/);
  expect(() => readAnnouncing(text, wrong)).not.toThrow(/secret/);
  expect(() => readAnnouncing('targets: []', it.env)).toThrow('announce.yaml');
});

test('a ledger that cannot be written or read is an error, and messages without an answer a warning', async () => {
  await using it = await startFolder();
  const inFolder = { ...it.env, ANNOUNCE_LEDGER: join(it.path, 'not/yet/ledger.json') };
  expect(await readAnnouncing(text, inFolder)()).toMatchObject([{ state: 'ok' }]);
  await writeFile(it.ledger, '{');
  const belowFile = { ...it.env, ANNOUNCE_LEDGER: join(it.ledger, 'ledger.json') };
  const inTheWay = await readAnnouncing(text, belowFile)();
  expect(inTheWay).toMatchObject([{ state: 'error', found: expect.stringContaining('ENOTDIR') }]);
  const damaged = await readAnnouncing(text, it.env)();
  expect(damaged).toMatchObject([{ state: 'error', found: expect.stringContaining('damaged') }]);
  const row = { target: 'Team', item: 'board-2', state: 'unknown', at: '2026-06-01T00:00:00Z' };
  const rows = [{ ...row, state: 'sent' } as const, { ...row, state: 'unknown' } as const];
  await writeLedger(it.ledger, { ...emptyLedger, rows });
  const unknown = await readAnnouncing(text, it.env)();
  expect(unknown).toMatchObject([
    { state: 'warning', found: expect.stringContaining('board-2 in Team.') },
  ]);
  expect(unknown[0]?.next).toContain('--confirm-unknown');
});
