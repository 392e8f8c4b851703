import { describe, expect, test } from 'vitest';
import { limits } from '../../../src/model/limits.ts';
import { openApi } from '../contract.ts';
import { shareService } from '../shared.ts';

const service = shareService();
const draft = { title: 'New', slug: 'new', status: 'DRAFT' };

/** The arrays in a schema of the OpenAPI document, each with its path. */
function arraysIn(schema: Schema, place: string): [string, Schema][] {
  const { $ref, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  const name = $ref?.split('/').at(-1);
  const parts = name ? [openApi.components.schemas[name]] : [...anyOf, ...oneOf, ...allOf];
  return [
    ...(schema.type === 'array' ? ([[place, schema]] as [string, Schema][]) : []),
    ...(items ? arraysIn(items, `${place}[]`) : []),
    ...parts.flatMap((part) => arraysIn(part, name ?? place)),
    ...Object.entries(properties).flatMap(([key, part]) => arraysIn(part, `${place}.${key}`)),
  ];
}

interface Schema {
  type?: string;
  maxItems?: number;
  $ref?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: { name: string; schema: Schema }[];
}

test('every array in a request has a maximum', () => {
  const operations: Operation[] = Object.values(openApi.paths).flatMap((path) =>
    Object.values(path as Record<string, Operation>),
  );
  const arrays = operations.flatMap(({ requestBody, parameters = [] }) => [
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => arraysIn(schema, '')),
    ...parameters.flatMap(({ name, schema }) => arraysIn(schema, name)),
  ]);
  expect(arrays.map(([place]) => place)).toEqual(
    expect.arrayContaining(['CreateRelease.changes', 'UpdateRelease.changes', 'label_ids']),
  );
  expect(arrays.filter(([, { maxItems }]) => maxItems === undefined)).toEqual([]);
});

describe('a body of 1 MB with invalid items', () => {
  const zeros = new Array(500_000).fill(0);

  test.each([
    [
      'list_ids',
      '/incoming/token-for-subscribers-1',
      { email: 'one@example.com', list_ids: zeros },
    ],
    ['label_ids', '/v1/releases', { ...draft, label_ids: zeros }],
    ['attachments', '/v1/releases', { ...draft, attachments: zeros }],
    ['changes', '/incoming/token-for-releases-1', { ...draft, changes: zeros }],
  ])('is answered with one line about %s', async (field, path, sent) => {
    const { status, body } = await service().send('POST', path, sent);
    expect({ status, details: body.details }).toEqual({
      status: 400,
      details: { [field]: expect.stringMatching(/^expected at most \d+ items$/) },
    });
  });
});

test('reports the first twenty of many invalid items', async () => {
  const changes = new Array(limits.items.changes).fill({ id: 1, changeId: 2, content: 3 });
  const { status, body } = await service().send('POST', '/v1/releases', { ...draft, changes });
  expect([status, Object.keys(body.details).length]).toEqual([400, 20]);
  expect(body.details).toHaveProperty(['changes[0].id']);
});

test('accepts arrays with exactly the maximum number of items', async () => {
  const label_ids = new Array(limits.items.labels).fill('l-speed');
  const { status } = await service().send('PATCH', '/v1/releases/draft', { label_ids });
  expect(status).toBe(200);
});

test('a filter accepts up to a hundred different ids', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, n) => `l-${n}`).join(',');
  const list = (label_ids: string) => service().get(`/v1/releases?label_ids=${label_ids}`);
  expect((await list(ids(100))).status).toBe(200);
  expect((await list(`${ids(100)},${ids(100)}`)).status).toBe(200);
  expect((await list(ids(101))).body.details).toEqual({ label_ids: 'expected at most 100 ids' });
});

test('refuses an email address that is too long to be valid', async () => {
  const email = `${'x'.repeat(64)}@${'y'.repeat(60)}.${'z'.repeat(200)}.com`;
  const path = '/incoming/token-for-subscribers-1';
  const { status, body } = await service().send('POST', path, { email });
  expect([status, Object.keys(body.details)]).toEqual([400, ['email']]);
});
