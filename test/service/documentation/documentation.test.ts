import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { EventName } from '../../../src/service/contract/event.ts';
import { startReceiver } from '../../support/receiver.ts';
import { checkAnswer, checkEvent, openApi } from '../contract.ts';
import { hook, publish } from '../events/hooks.ts';
import { startService } from '../start.ts';

test('the OpenAPI document is valid, and is the one that is served', async () => {
  await using service = await startService();
  const served = await (await fetch(`${service.url}/openapi.json`)).json();
  expect(served).toEqual(openApi);
  const result = await new Validator().validate(structuredClone(openApi));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

test.each([
  ['GET', '/v1/workspace'],
  ['GET', '/v1/releases'],
  ['POST', '/v1/releases'],
  ['GET', '/v1/releases/{id}'],
  ['PATCH', '/v1/releases/{id}'],
  ['DELETE', '/v1/releases/{id}'],
  ['POST', '/v1/releases/{id}/publish'],
  ['GET', '/v1/milestones'],
  ['GET', '/v1/milestones/{id}'],
  ['GET', '/v1/subscribers'],
  ['POST', '/v1/subscriber-lists'],
  ['PATCH', '/v1/subscriber-lists/{id}'],
  ['DELETE', '/v1/subscriber-lists/{id}'],
  ['GET', '/v1/incoming-webhooks'],
  ['GET', '/v1/incoming-webhooks/{id}'],
  ['PATCH', '/v1/incoming-webhooks/{id}'],
  ['GET', '/v1/projects'],
  ['GET', '/v1/contributors'],
  ['POST', '/incoming/{token}'],
])('the document describes %s %s', (method, path) => {
  expect(openApi.paths[path][method.toLowerCase()]).toBeDefined();
});

test('every operation has a unique operationId, for generated clients', () => {
  const items = [...Object.values(openApi.paths), ...Object.values(openApi.webhooks)] as object[];
  const operations = items.flatMap((item) => Object.values(item));
  const names = operations.map(({ operationId }) => operationId);
  expect(names).toContain('listReleases');
  expect(names.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(operations.length);
});

test('the document describes the events as they are sent', async () => {
  await using receiver = await startReceiver(204);
  await using service = await startService();
  for (const event of EventName.options) await hook(service, receiver.url, event);
  const scheduled_at = '2031-01-01T00:00:00.000Z';
  await service.send('POST', '/v1/releases/draft/publish', { status: 'SCHEDULED', scheduled_at });
  await publish(service, 'draft');
  await service.send('PATCH', '/v1/releases/draft', { title: 'Another title' });
  await receiver.until(3);
  expect(Object.keys(openApi.webhooks)).toEqual(EventName.options);
  for (const { body, headers } of receiver.received) {
    const event = JSON.parse(body);
    checkEvent(event);
    expect(() => checkEvent({ ...event, type: 'release.deleted' })).toThrow();
    const { parameters } = openApi.webhooks[event.type].post;
    expect(parameters.map(({ name }: { name: string }) => headers.has(name))).toEqual([
      ...[true, true, true],
    ]);
  }
});

test('the document describes files, which are public', () => {
  const { get } = openApi.paths['/files/{name}'];
  expect(get.security).toEqual([]);
  expect(Object.keys(get.responses)).toEqual(['200', '206', '304', '400', '404', '416']);
});

test('the document describes every list parameter with its bounds', () => {
  const { parameters } = openApi.paths['/v1/releases'].get;
  expect(parameters.map(({ name }: { name: string }) => name)).toEqual([
    'offset',
    'limit',
    'slug',
    'is_public',
    'status',
    'project_id',
    'label_ids',
    'created_before',
  ]);
  expect(parameters[0].schema).toMatchObject({ type: 'integer', minimum: 0, maximum: 1000 });
  expect(parameters[1].schema).toMatchObject({ minimum: 1, maximum: 100, default: 10 });
});

test.each([
  ['a status that it does not tell of', 418, { error: 'x' }],
  ['a body of another shape', 200, { id: 7 }],
  ['a field that it does not tell of', 404, { error: 'x', reason: 'y' }],
])('the check of answers against the document finds %s', (_what, status, body) => {
  const call = { method: 'GET', path: '/v1/workspace', status, body };
  expect(() => checkAnswer(call)).toThrow();
});

test('the documentation page loads nothing from other origins, and its policy forbids it', async () => {
  await using service = await startService();
  const response = await fetch(`${service.url}/docs`);
  const html = await response.text();
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  for (const [, target = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect(target).toMatch(/^(?:\/docs\/|\/openapi\.json$|data:|#)/);
    if (target.startsWith('#')) expect(html).toContain(`id="${target.slice(1)}"`);
    if (target.startsWith('/')) expect((await fetch(service.url + target)).status).toBe(200);
  }
});

test('the health check needs no key', async () => {
  await using service = await startService();
  expect(await service.call('/healthz', { headers: { authorization: '' } })).toMatchObject({
    status: 200,
    body: { status: 'ok' },
  });
});
