import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAnnounced, readChannels } from '../../../src/tools/announce/channels.ts';
import { release } from '../../service/sample.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const announceFile = `site: https://changelog.example.com
targets:
  - { slack: ANNOUNCE_SLACK, name: team, stable: true }
  - { discord: ANNOUNCE_DISCORD, projects: [Other] }
  - { webhook: ANNOUNCE_HOOK, name: fixes, types: [Fixed] }
`;

test('channels are the targets by name, without their addresses, ticked by their rules', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'announce.yaml');
  expect(await readChannels(file, release('r'), [])).toEqual({ channels: [] });
  await writeFile(file, announceFile);
  const { channels } = await readChannels(file, release('r'), ['Fixed']);
  expect(channels).toEqual([
    { name: 'team', isChosen: true },
    { name: 'discord ANNOUNCE_DISCORD', isChosen: false },
    { name: 'fixes', isChosen: true },
  ]);
  const beta = await readChannels(file, release('r', { is_pre_release: true }), ['New']);
  expect(beta.channels.map(({ isChosen }) => isChosen)).toEqual([false, false, false]);
  await writeFile(file, 'targets: [');
  expect(await readChannels(file, release('r'), [])).toEqual({
    channels: [],
    problem: expect.stringMatching(/^announce\.yaml cannot be used:\nannounce\.yaml:1: /),
  });
});

test('the ledger says what became of each channel', async () => {
  await using folder = await tempFolder();
  const ledger = join(folder.path, 'ledger.json');
  const row = {
    target: 'team',
    item: 'r',
    state: 'failed',
    at: '2026-01-01T00:00:00Z',
    why: 'answered 403',
  };
  await writeFile(ledger, JSON.stringify({ version: 1, targets: {}, seen: {}, rows: [row] }));
  expect(await readAnnounced(ledger, release('r', { channels: ['team', 'fixes'] }))).toEqual([
    { target: 'team', state: 'failed', why: 'answered 403' },
    { target: 'fixes', state: 'waiting', why: undefined },
  ]);
});
