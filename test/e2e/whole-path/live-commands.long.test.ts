import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { milestoneRow, releaseRow, workspace } from '../../support/rows.ts';
import type { RunningWebhook } from '../scripts/webhook-process.ts';
import { type Live, startLive } from './live.ts';

const published = {
  workspace,
  releases: [releaseRow('r-0')],
  // Enough milestones that removing one does not count as a mass deletion.
  milestones: ['m-1', 'm-2', 'm-3', 'm-4'].map((id) =>
    milestoneRow(id, { status: 'In progress', stage: 'IN_PROGRESS' }),
  ),
};
const events = ['--event', 'release.published', '--event', 'content.changed'];

// The receiver runs without polling, so only events of the service make changes live.

let live: Live;
let receiver: RunningWebhook;
beforeAll(async () => {
  live = await startLive(1, published, events);
  receiver = await live.startReceiver({ WEBHOOK_POLL_MINUTES: '0' });
  await receiver.until({ running: false, lastSuccess: { kind: 'live' } });
}, 240_000);
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]();
  await live?.[Symbol.asyncDispose]();
});

test('readers see each step of a release and a milestone that commands and the API change', async () => {
  const releases = async (...args: string[]) => {
    const { code, stdout, stderr } = await live.command('releases', ...args, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  await mkdir(join(live.folder, 'notes'));
  const create = { width: 300, height: 200, channels: 3, background: '#16a34a' } as const;
  for (const name of ['new.png', 'hero.png'])
    await sharp({ create }).toFile(join(live.folder, 'notes', name));
  await writeFile(join(live.folder, 'notes', 'dark-mode.md'), notes);

  const { id } = await releases('add', '--file', 'notes/dark-mode.md');
  await releases('schedule', id, '--at', '2999-01-01T09:00+01:00');
  await releases('unschedule', id);
  expect(await page('releases/dark-mode/')).toBe('404');
  // Late enough that the time is still in the future when the command starts on a slow machine.
  const at = new Date(Date.now() + 10_000).toISOString();
  expect(await releases('publish', id, '--at', at)).toMatchObject({ scheduled_at: at });
  await shown('releases/dark-mode/').toContain('Easier on the <em>eyes</em>');
  const pictures = (await page('releases/dark-mode/')).match(/(?<=<img[^>]* src="\/)[^"]+/g) ?? [];
  expect(pictures).toHaveLength(2);
  for (const path of pictures) expect((await fetch(live.site + path)).status, path).toBe(200);
  expect(await page('')).toContain('Dark mode');
  expect(await page('roadmap/m-1.md')).toContain('In progress');

  await releases('edit', id, '--title', 'Dark and light', '--private');
  const edit = ['milestones', 'edit', 'm-1', '--status', 'shipped', '--title', 'Moved on'];
  const moved = await live.command(...edit);
  expect(moved.stdout).toBe('m-1\tMoved on\tShipped\tCOMPLETED\tm-1\tpublic\n');
  await shown('releases/dark-mode/').toBe('404');
  expect(await page('')).not.toMatch(/Dark (?:mode|and light)/);
  await shown('roadmap/m-1.md').toContain('Shipped');
  expect(await page('roadmap/')).toContain('Moved on');

  await releases('edit', id, '--public');
  await shown('releases/dark-mode/').toContain('Dark and light');
  expect(await page('roadmap/m-2.md')).toContain('In progress');
  await live.publish('r-1');
  await live.command('milestones', 'remove', 'm-2');
  await shown('releases/r-1/').toContain('Title of r-1');
  await shown('roadmap/m-2/').toBe('404');

  await releases('remove', id);
  await shown('releases/dark-mode/').toBe('404');
  await receiver.until({ queue: { count: 0 }, failing: false, running: false });
}, 300_000);

async function page(path: string): Promise<string> {
  const response = await fetch(live.site + path);
  return response.ok ? await response.text() : `${response.status}`;
}

/** Polls until readers see the expected page. */
const shown = (path: string) => expect.poll(() => page(path), { timeout: 60_000, interval: 200 });

const notes = `---
title: Dark mode
slug: dark-mode
version: 2.10
is_public: true
hero: { type: image, url: hero.png }
---

Easier on the *eyes*:

![The new look](new.png)
`;
