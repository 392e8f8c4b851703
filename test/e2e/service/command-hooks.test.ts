import { describe, expect, test } from 'vitest';
import { openFile } from '../../service/open-file.ts';
import { startCommand } from '../../support/command.ts';
import { ran, workplace } from './service-command.ts';

test('adds a hook and prints its secret, lists it without the secret, and removes it', async () => {
  await using place = await workplace();
  const url = 'https://example.com/hook';
  const both = ['--event', 'release.published', '--event', 'content.changed'];
  const added = await ran(['hooks', 'add', ...both, url, ...place.use]);
  const [, id = ''] = /Added (hook_[\w-]+)/.exec(added.stdout) ?? [];
  expect(added.stdout).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
  const listed = await ran(['hooks', 'list', ...place.use]);
  expect(listed.stdout).toBe(`${id}\tcontent.changed, release.published\t${url}\t0 waiting\n`);
  const edited = await ran(['hooks', 'edit', id, '--event', 'release.scheduled', ...place.use]);
  expect(edited.stdout).toBe(`From now on release.scheduled goes to ${id}.\n`);
  expect(await ran(['hooks', 'edit', id, '--event', 'nothing', ...place.use])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('content.changed'),
  });
  expect((await ran(['hooks', 'remove', id, ...place.use])).stdout).toBe(`Removed ${id}.\n`);
  expect((await ran(['hooks', 'remove', id, ...place.use])).code).toBe(2);
});

test('prints hooks and deliveries as lines of JSON', async () => {
  await using place = await workplace();
  const hooks = async (...args: string[]) => {
    const { stdout } = await ran(['hooks', ...args, '--json', ...place.use]);
    return stdout === '' ? undefined : JSON.parse(stdout);
  };
  const url = 'https://example.com/hook';
  const { id, secret, ...added } = await hooks('add', url, '--event', 'content.changed');
  expect(added).toEqual({ url, events: ['content.changed'] });
  const listed = await hooks('list');
  expect(listed).toMatchObject({ id, ...added, waiting: 0, failed: 0, disabled_at: null });
  expect(await hooks('rotate', id)).toEqual({ id, secret: expect.not.stringMatching(secret) });
  await ran(['import', place.set, ...place.use]);
  const [delivery, ...others] = [await hooks('deliveries')];
  expect(delivery).toMatchObject({ name: 'content.changed', hook_id: id, attempts: 0 });
  expect(others).toEqual([]);
  expect(await hooks('edit', id, '--event', 'release.published')).toMatchObject({
    events: ['release.published'],
  });
  expect(await hooks('remove', id)).toMatchObject({ id, waiting: 1 });
  expect(await hooks('list')).toBeUndefined();
});

test('refuses an address that no event can be sent to', async () => {
  await using place = await workplace();
  expect(await ran(['hooks', 'add', 'nowhere', ...place.use])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Name one like https://example.com/hook.'),
  });
});

describe('with failed deliveries', () => {
  /** Creates a hook with a failed delivery, and one that was disabled by an answer of 410. */
  async function failures() {
    const place = await workplace();
    await using database = await openFile(place.database);
    const { db } = database;
    const common = { url: 'https://example.com/', secret: 'whsec_x', created_at: '1' };
    await db
      .insertInto('hook')
      .values([
        { ...common, id: 'h-down' },
        { ...common, id: 'h-gone', disabled_at: '2026-01-03' },
      ])
      .execute();
    const event = {
      id: 'msg_1',
      name: 'release.published' as const,
      release_id: 'rel_1',
      payload: '{}',
    };
    await db
      .insertInto('event')
      .values({ ...event, created_at: new Date().toISOString() })
      .execute();
    const down = { attempts: 10, attempted_at: '2026-01-02', outcome: 'failed: HTTP 503' };
    const gone = { attempts: 1, attempted_at: '2026-01-03', outcome: 'gone' };
    await db
      .insertInto('delivery')
      .values([
        { event_id: event.id, hook_id: 'h-down', ...down },
        { event_id: event.id, hook_id: 'h-gone', ...gone },
      ])
      .execute();
    return place;
  }

  test('the start and the lists report them with the reason', async () => {
    await using place = await failures();
    await using service = startCommand('service', {
      args: ['--port', '0', ...place.use],
      cwd: '.',
    });
    const [reported] = await service.logged(/.*failed for good.*/);
    expect(reported).toMatch(/^2 deliveries .*"hooks deliveries --failed" shows all of them/);
    expect((await ran(['hooks', 'list', ...place.use])).stdout).toContain(
      '\t0 waiting\t1 failed\n',
    );
    expect((await ran(['hooks', 'deliveries', '--failed', ...place.use])).stdout).toBe(
      [
        'msg_1\trelease.published\trel_1\th-down\tfailed: HTTP 503, given up after 10 attempts; the last attempt was at 2026-01-02\n',
        'msg_1\trelease.published\trel_1\th-gone\tnot delivered: the hook answered 410, which disabled it\n',
      ].join(''),
    );
  });

  test('redelivers on request, to a disabled hook only after it was enabled', async () => {
    await using place = await failures();
    const again = (id: string) => ran(['hooks', 'redeliver', id, ...place.use]);
    expect((await again('h-down')).stdout).toMatch(/^Queued for delivery again: 1\./);
    expect((await again('h-gone')).stderr).toMatch(
      /If a hook is disabled, enable the hook first with "hooks enable"/,
    );
    expect((await ran(['hooks', 'enable', 'h-gone', ...place.use])).code).toBe(0);
    expect((await ran(['hooks', 'enable', 'h-gone', ...place.use])).code).toBe(2);
    expect((await again('h-gone')).stdout).toMatch(/^Queued for delivery again: 1\./);
    const { stdout } = await ran(['hooks', 'deliveries', '--limit', '1', ...place.use]);
    expect(stdout).toMatch(/^msg_1\t.*\twaiting for its first attempt\n$/);
  });

  test('prints the new secret of a hook once', async () => {
    await using place = await failures();
    const { stdout } = await ran(['hooks', 'rotate', 'h-down', ...place.use]);
    expect(stdout).toMatch(/\nwhsec_[A-Za-z0-9+/]{43}=\n$/);
    expect((await ran(['hooks', 'rotate', 'none', ...place.use])).stderr).toContain('"hooks list"');
  });
});
