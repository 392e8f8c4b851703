import { expect, test, vi } from 'vitest';
import { startReceiver } from '../../support/receiver.ts';
import { startService } from '../start.ts';
import { hook, publish, settled } from './hooks.ts';

vi.setConfig({ testTimeout: 30_000 });

// docs/api.md, "Events": which calls emit which event.

test('publishing emits release.published with the release as the API shows it', async () => {
  await using receiver = await startReceiver(204);
  await using service = await startService();
  await hook(service, receiver.url);
  const release = (await publish(service, 'timed')).body;
  expect(JSON.parse((await receiver.until(1)).body)).toEqual({
    type: 'release.published',
    timestamp: release.released_at,
    data: release,
  });
});

test('scheduling and rescheduling emit release.scheduled', async () => {
  await using receiver = await startReceiver(204);
  await using service = await startService();
  await hook(service, receiver.url, 'release.scheduled');
  for (const [index, scheduled_at] of [
    '2027-01-01T00:00:00.000Z',
    '2028-01-01T00:00:00.000Z',
  ].entries()) {
    await service.send('POST', '/v1/releases/draft/publish', {
      status: 'SCHEDULED',
      scheduled_at,
    });
    expect(JSON.parse((await receiver.until(index + 1)).body)).toMatchObject({
      type: 'release.scheduled',
      data: { id: 'draft', scheduled_at },
    });
  }
});

test('creating, updating and a refused publish emit nothing', async () => {
  await using receiver = await startReceiver(204);
  await using service = await startService();
  await hook(service, receiver.url);
  await hook(service, receiver.url, 'release.scheduled');
  await service.send('POST', '/v1/releases', { title: 'New', slug: 'new', status: 'DRAFT' });
  await service.send('PATCH', '/v1/releases/draft', { title: 'Other' });
  await publish(service, 'oldest');
  await publish(service, 'draft');
  await receiver.until(1);
  await settled(service);
  expect(receiver.received).toHaveLength(1);
});
