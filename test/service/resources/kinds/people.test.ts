import { describe, expect, test } from 'vitest';
import { importDataSet } from '../../../../src/service/data-set/import.ts';
import { newToken } from '../../../../src/service/resources/incoming-webhooks.ts';
import { incomingWebhookKind } from '../../../../src/service/resources/kinds/incoming-webhooks.ts';
import { subscriberKind } from '../../../../src/service/resources/kinds/people.ts';
import { exportDataSet } from '../../data-set/held-export.ts';
import { sample } from '../../sample.ts';
import { onSample } from './on-sample.ts';

describe('a subscriber', () => {
  test('is added and edited, and can be named by its address in any case', async () => {
    await using it = await onSample();
    const given = { email: 'Ada@example.com', list_ids: ['s-alerts', 's-news'] };
    expect(await it.add(subscriberKind, 'u-ada', given)).toMatchObject({
      thing: {
        id: 'u-ada',
        email: 'Ada@example.com',
        lists: [{ id: 's-alerts' }, { id: 's-news' }],
      },
    });
    expect(
      await it.edit(subscriberKind, 'ADA@example.com', { email: 'ada@example.org' }),
    ).toMatchObject({ thing: { id: 'u-ada', email: 'ada@example.org', lists: { length: 2 } } });
    expect(await it.edit(subscriberKind, 'u-ada', { list_ids: [] })).toMatchObject({
      thing: { lists: [] },
    });
    expect(await it.told()).toEqual([]);
  });

  test.each([
    ['no address', { email: 'ada' }, 'email'],
    ['a long one', { email: `${'a'.repeat(250)}@example.com` }, 'email'],
    ['another’s address', { email: 'TWO@example.com' }, 'email'],
    ['an unknown list', { email: 'ada@example.com', list_ids: ['s-none'] }, 'list_ids'],
  ])('is refused with %s', async (_what, given, field) => {
    await using it = await onSample();
    const refused = { kind: 'invalid', problems: { [field]: expect.any(String) } };
    expect(await it.add(subscriberKind, 'u', given)).toEqual(refused);
    expect(await it.edit(subscriberKind, 'u-1', given)).toEqual(refused);
    expect((await it.get('/v1/subscribers')).body).toHaveLength(3);
  });

  test('that was erased returns only with an import that replaces everything', async () => {
    await using it = await onSample();
    await it.remove(subscriberKind, 'Two@example.com');
    const emails = async () =>
      (await it.get('/v1/subscribers')).body.map(({ email }: { email: string }) => email);
    expect(await emails()).toEqual(['three@example.com', 'one@example.com']);
    await importDataSet(it.db, sample(), []);
    expect(await emails()).toEqual(['three@example.com', 'one@example.com']);
    await importDataSet(it.db, sample(), [], { source: 'x', clock: it.clock, replace: true });
    expect(await emails()).toContain('two@example.com');
  });
});

describe('an incoming webhook', () => {
  const place = () => {
    const token = newToken();
    return { token, url: `https://api.example.com/incoming/${token}` };
  };

  test('can be called until it is disabled, rotated or removed', async () => {
    await using it = await onSample();
    const first = place();
    await it.add(incomingWebhookKind, 'w', { name: 'Form', type: 'SUBSCRIBER', ...first });
    const body = { email: 'ada@example.com' };
    const called = async ({ token }: { token: string }) =>
      (await it.send('POST', `/incoming/${token}`, body)).status;
    expect(await called(first)).toBe(201);
    await it.edit(incomingWebhookKind, 'w', { isEnabled: false });
    expect(await called(first)).toBe(404);
    await it.edit(incomingWebhookKind, 'w', { isEnabled: true, name: 'Forms' });
    expect(await called(first)).toBe(201);
    const second = place();
    expect(await it.edit(incomingWebhookKind, 'w', second)).toMatchObject({
      thing: {
        name: 'Forms',
        type: 'SUBSCRIBER',
        isEnabled: true,
        lastTriggeredAt: expect.any(String),
      },
    });
    expect(await called(first)).toBe(404);
    expect(await called(second)).toBe(201);
    await it.remove(incomingWebhookKind, 'w');
    expect(await called(second)).toBe(404);
    expect(await it.told()).toEqual([]);
  });

  test('keeps its address across an export and an import', async () => {
    await using it = await onSample();
    await using other = await onSample();
    const given = place();
    await it.add(incomingWebhookKind, 'w', { name: 'CI', type: 'RELEASE', ...given });
    await importDataSet(other.db, (await exportDataSet(it.db)).data, []);
    const draft = { title: 'A draft', slug: 'a-draft', status: 'DRAFT' };
    expect((await other.send('POST', `/incoming/${given.token}`, draft)).status).toBe(201);
  });

  test('can no longer be added for milestones', async () => {
    await using it = await onSample();
    const given = { name: 'Plan', type: 'MILESTONE', ...place() };
    expect(await it.add(incomingWebhookKind, 'w', given)).toMatchObject({
      problems: { type: expect.any(String) },
    });
  });
});
