import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startLive } from './live.ts';

const events = ['--event', 'release.published', '--event', 'content.changed'];

test('a release is written, illustrated, scheduled, published and withdrawn by commands alone, and readers see it', async () => {
  await using live = await startLive(0, undefined, events);
  await using receiver = await live.startReceiver({ WEBHOOK_POLL_MINUTES: '0' });
  await receiver.until({ running: false, lastSuccess: { kind: 'live' } });
  const page = async (path: string) => {
    const response = await fetch(live.site + path);
    return response.ok ? await response.text() : `${response.status}`;
  };
  const shown = (path: string) => expect.poll(() => page(path), { timeout: 60_000 });
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
  // The time is still to come when the command starts, also on a slow machine.
  const at = new Date(Date.now() + 10_000).toISOString();
  expect(await releases('publish', id, '--at', at)).toMatchObject({ scheduled_at: at });
  await shown('releases/dark-mode/').toContain('Easier on the <em>eyes</em>');
  const pictures = (await page('releases/dark-mode/')).match(/(?<=<img[^>]* src="\/)[^"]+/g) ?? [];
  expect(pictures).toHaveLength(2);
  for (const path of pictures) expect((await fetch(live.site + path)).status, path).toBe(200);
  expect(await page('')).toContain('Dark mode');

  await releases('edit', id, '--title', 'Dark and light');
  await shown('').toContain('Dark and light');
  await releases('edit', id, '--private');
  await shown('releases/dark-mode/').toBe('404');
  expect(await page('')).not.toContain('Dark and light');
  await releases('edit', id, '--public');
  await shown('releases/dark-mode/').toContain('Dark and light');
  await releases('remove', id);
  await shown('releases/dark-mode/').toBe('404');
  await receiver.until({ queue: { count: 0 }, failing: false, running: false });
}, 300_000);

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
