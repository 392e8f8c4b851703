import { expect, test } from 'vitest';
import { milestoneRow, releaseRow, workspace } from '../../support/rows.ts';
import { startLive } from './live.ts';

const published = {
  workspace,
  releases: [releaseRow('r-0'), releaseRow('r-9')],
  // So many that one of them may go unasked.
  milestones: ['m-1', 'm-2', 'm-3', 'm-4'].map((id) =>
    milestoneRow(id, { status: 'In progress', stage: 'IN_PROGRESS' }),
  ),
};
const events = ['--event', 'release.published', '--event', 'content.changed'];

test('what a command changes, and what the API edits or takes back, is live seconds later, without a poll', async () => {
  await using live = await startLive(1, published, events);
  await using receiver = await live.startReceiver({ WEBHOOK_POLL_MINUTES: '0' });
  await receiver.until({ running: false, lastSuccess: { kind: 'live' } });
  const page = async (path: string) => {
    const response = await fetch(live.site + path);
    return response.ok ? await response.text() : `${response.status}`;
  };
  const shown = (path: string) => expect.poll(() => page(path), { timeout: 20_000 });
  expect(await page('roadmap/m-1.md')).toContain('In progress');

  const moved = await live.command('milestones', 'edit', 'm-1', '--status', 'shipped');
  expect(moved.stdout).toBe('m-1\tTitle of m-1\tShipped\tCOMPLETED\tm-1\tpublic\n');
  await shown('roadmap/m-1.md').toContain('Shipped');
  await live.command('milestones', 'edit', 'm-1', '--title', 'Moved on');
  await shown('roadmap/').toContain('Moved on');

  await live.publish('r-1');
  await shown('releases/r-1/').toContain('Title of r-1');
  await live.withdraw('r-9');
  await shown('releases/r-9/').toBe('404');
  await live.command('milestones', 'remove', 'm-1');
  await shown('roadmap/m-1/').toBe('404');
  await receiver.until({ queue: { count: 0 }, failing: false, running: false });
}, 240_000);
