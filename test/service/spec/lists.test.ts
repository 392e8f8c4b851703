import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { speed, web } from '../../support/rows.ts';
import { ada, alerts, api, news, safety, sample } from '../sample.ts';
import { shareService } from '../shared.ts';
import { startService } from '../start.ts';
import { collections } from './collections.ts';

// docs/api.md, "Operations": content, order and filters of lists.

const service = shareService();
const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  schema: z.object({
    type: z.string().optional(),
    format: z.string().optional(),
    enum: z.array(z.string()).optional(),
  }),
});
const OpenApi = z.object({
  paths: z.record(
    z.string(),
    z.object({ get: z.object({ parameters: z.array(Parameter).default([]) }).optional() }),
  ),
});
const ids = (body: { id: string }[]) => body.map(({ id }) => id);
const valuesOf = ({ type, format }: { type?: string | undefined; format?: string | undefined }) => {
  if (type === 'boolean') return [true, false];
  return format === 'date-time' ? [early, late] : ['none', 'no'];
};
const [early, late] = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'];

describe('lists', () => {
  test.each([
    ['releases, newest first, ties by id', '/v1/releases', 'timed tie-a tie-b hidden draft oldest'],
    ['milestones, newest first', '/v1/milestones', 'third second first'],
    ['subscribers, newest first', '/v1/subscribers', 'u-2 u-3 u-1'],
    ['incoming webhooks, newest first', '/v1/incoming-webhooks', 'i-s i-m i-r'],
    ['projects, by name', '/v1/projects', 'p-api p-web'],
    ['contributors, by name', '/v1/contributors', 'c-ada c-bob'],
  ])('order %s', async (_what, path, expected) => {
    expect(ids((await service().get(path)).body)).toEqual(expected.split(' '));
  });

  test.each([
    ['releases by slug', '/v1/releases?slug=tie-a', 'tie-a'],
    ['releases by visibility', '/v1/releases?is_public=false', 'hidden'],
    ['releases by status', '/v1/releases?status=DRAFT', 'draft'],
    ['releases by project', '/v1/releases?project_id=p-api', 'hidden'],
    [
      'releases by any of several labels',
      '/v1/releases?label_ids=l-safety,l-none',
      'timed draft oldest',
    ],
    [
      'releases by several filters at once',
      '/v1/releases?status=RELEASED&is_public=true&project_id=p-web',
      'oldest',
    ],
    [
      'releases by when they were created',
      '/v1/releases?created_before=2026-01-03T00:00:00Z',
      'draft oldest',
    ],
    [
      'releases by when they were created, and by others',
      '/v1/releases?created_before=2026-01-04T00:00:00Z&project_id=p-web&label_ids=l-safety,l-speed',
      'draft oldest',
    ],
    ['milestones by slug', '/v1/milestones?slug=first', 'first'],
    ['milestones by visibility', '/v1/milestones?is_public=true', 'third first'],
    ['milestones by status', '/v1/milestones?status=Shipped', 'third'],
    ['milestones by project', '/v1/milestones?project_id=p-api', 'first'],
    [
      'milestones by when they were created',
      '/v1/milestones?created_before=2026-01-02T00:00:00.000Z',
      'first',
    ],
    ['projects by slug', '/v1/projects?slug=web', 'p-web'],
    ['subscribers in any of several lists', '/v1/subscribers?list_ids=s-alerts,s-news', 'u-2 u-1'],
    ['incoming webhooks by type', '/v1/incoming-webhooks?type=RELEASE', 'i-r'],
  ])('filter %s', async (_what, path, expected) => {
    expect(ids((await service().get(path)).body)).toEqual(expected.split(' '));
  });

  // tie-a and tie-b were created on 4 January at midnight.
  test.each([
    ['2026-01-04T00:00:00.001Z', 'tie-a tie-b hidden draft oldest'],
    ['2026-01-04T00:00:00.0005Z', 'tie-a tie-b hidden draft oldest'],
    ['2026-01-04T00:00:00.000000001Z', 'tie-a tie-b hidden draft oldest'],
    ['2026-01-04T00:00:00.0000Z', 'hidden draft oldest'],
    ['2026-01-04T00:00:00Z', 'hidden draft oldest'],
    ['2026-01-04T01:00:00%2B01:00', 'hidden draft oldest'],
    ['2026-01-03T19:30:00.0005-04:30', 'tie-a tie-b hidden draft oldest'],
    ['2026-01-03T23:59:59.9999Z', 'hidden draft oldest'],
    ['2026-01-03T23:59:59.999Z', 'hidden draft oldest'],
    ['9999-12-31T23:59:59.9999Z', 'timed tie-a tie-b hidden draft oldest'],
  ])('contain only what was created strictly before %s', async (bound, expected) => {
    const { body } = await service().get(`/v1/releases?created_before=${bound}`);
    expect(ids(body)).toEqual(expected.split(' '));
  });

  test('are narrowed by every filter in the OpenAPI document', async () => {
    const { body } = await service().get('/openapi.json');
    const filters = Object.entries(OpenApi.parse(body).paths).flatMap(([path, { get }]) =>
      (get?.parameters ?? [])
        .filter((one) => one.in === 'query' && !['offset', 'limit'].includes(one.name))
        .map(({ name, schema }) => ({ path, name, schema })),
    );
    expect(filters.length).toBeGreaterThan(10);
    for (const { path, name, schema } of filters) {
      const values = schema.enum ?? valuesOf(schema);
      const found: string[] = [];
      for (const value of values)
        found.push(...ids((await service().get(`${path}?${name}=${value}`)).body));
      // A filter without effect would find the same rows for every value.
      expect(found, `${path}?${name}`).toEqual([...new Set(found)]);
    }
  });

  test.each(collections)(
    'page through %s without repeating or losing a row (Limits)',
    async (collection) => {
      const all = ids((await service().get(`/v1/${collection}`)).body);
      const walked: string[] = [];
      for (let offset = 0; offset <= all.length; offset += 2)
        walked.push(
          ...ids((await service().get(`/v1/${collection}?offset=${offset}&limit=2`)).body),
        );
      expect(walked).toEqual(all);
    },
  );

  test('contain ten rows if no limit is given (Limits)', async () => {
    const data = sample();
    data.projects = Array.from({ length: 12 }, (_, n) => ({
      id: `p${n}`,
      name: `${n}`,
      slug: `s${n}`,
    }));
    await using own = await startService({ data });
    expect((await own.get('/v1/projects')).body).toHaveLength(10);
  });

  test('contain complete resources', async () => {
    const [subscriber] = (await service().get('/v1/subscribers')).body;
    expect(subscriber).toEqual(sample().subscribers.find(({ id }) => id === 'u-2'));
    expect((await service().get('/v1/contributors')).body).toContainEqual(ada);
    const [oldest] = (await service().get('/v1/releases?slug=oldest')).body;
    expect(oldest).toMatchObject({ project: web, labels: [speed, safety] });
    const [first] = (await service().get('/v1/milestones?slug=first')).body;
    expect(first).toMatchObject({ project: api, labels: [safety] });
    expect(subscriber.lists).toEqual([alerts, news]);
  });
});
