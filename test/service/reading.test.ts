import { describe, expect, test } from 'vitest';
import { ada, alerts, api, news, safety, sample, speed, web } from './sample.ts';
import { startService } from './start.ts';

const ids = (body: { id: string }[]) => body.map(({ id }) => id);

describe('reading by id', () => {
  test('gives every field of a release as it was imported (Resources: Release)', async () => {
    await using service = await startService();
    for (const expected of sample().releases.filter(({ hero }) => !hero?.url.startsWith('/')))
      expect((await service.get(`/v1/releases/${expected.id}`)).body).toEqual(expected);
  });

  test('gives every field of a milestone as it was imported (Resources: Milestone)', async () => {
    await using service = await startService();
    for (const expected of sample().milestones)
      expect((await service.get(`/v1/milestones/${expected.id}`)).body).toEqual(expected);
  });

  test('makes a hero that is kept as a path a URI of the origin that was asked', async () => {
    await using service = await startService();
    const { body } = await service.get('/v1/releases/timed');
    expect(body.hero).toEqual({ type: 'image', url: `${service.url}/files/hero.png` });
  });

  test('shows scheduled_at only while a release is SCHEDULED', async () => {
    await using service = await startService();
    expect((await service.get('/v1/releases/timed')).body.scheduled_at).toBeDefined();
    expect((await service.get('/v1/releases/oldest')).body).not.toHaveProperty('scheduled_at');
  });

  test('shows an incoming webhook under the address at which it is called here', async () => {
    await using service = await startService();
    const { body } = await service.get('/v1/incoming-webhooks/i-r');
    expect(body).toEqual({
      ...sample().incoming_webhooks[0],
      url: `${service.url}/incoming/token-for-releases-1`,
    });
  });

  test('answers the whole workspace (Resources: Workspace)', async () => {
    await using service = await startService();
    expect((await service.get('/v1/workspace')).body).toEqual(sample().workspace);
  });

  test.each(['releases', 'milestones', 'incoming-webhooks'])(
    'answers 404 with the error body for an unknown id among %s',
    async (collection) => {
      await using service = await startService();
      const { status, body } = await service.get(`/v1/${collection}/unknown`);
      expect({ status, body }).toEqual({ status: 404, body: { error: expect.any(String) } });
    },
  );
});

describe('lists', () => {
  test.each([
    ['releases, newest first, ties by id', '/v1/releases', 'timed tie-a tie-b hidden draft oldest'],
    ['milestones, newest first', '/v1/milestones', 'third second first'],
    ['subscribers, newest first', '/v1/subscribers', 'u-2 u-3 u-1'],
    ['incoming webhooks, newest first', '/v1/incoming-webhooks', 'i-s i-m i-r'],
    ['projects, by name', '/v1/projects', 'p-api p-web'],
    ['contributors, by name', '/v1/contributors', 'c-ada c-bob'],
  ])('orders %s', async (_what, path, expected) => {
    await using service = await startService();
    expect(ids((await service.get(path)).body)).toEqual(expected.split(' '));
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
    ['milestones by slug', '/v1/milestones?slug=first', 'first'],
    ['milestones by visibility', '/v1/milestones?is_public=true', 'third first'],
    ['milestones by status', '/v1/milestones?status=Shipped', 'third'],
    ['milestones by project', '/v1/milestones?project_id=p-api', 'first'],
    ['projects by slug', '/v1/projects?slug=web', 'p-web'],
    ['subscribers in any of several lists', '/v1/subscribers?list_ids=s-alerts,s-news', 'u-2 u-1'],
    ['incoming webhooks by type', '/v1/incoming-webhooks?type=RELEASE', 'i-r'],
  ])('filters %s', async (_what, path, expected) => {
    await using service = await startService();
    expect(ids((await service.get(path)).body)).toEqual(expected.split(' '));
  });

  test.each([
    'releases',
    'milestones',
    'subscribers',
    'incoming-webhooks',
    'projects',
    'contributors',
  ])('pages through %s without repeating or losing a row (Limits)', async (collection) => {
    await using service = await startService();
    const all = ids((await service.get(`/v1/${collection}`)).body);
    const walked: string[] = [];
    for (let offset = 0; offset <= all.length; offset += 2)
      walked.push(...ids((await service.get(`/v1/${collection}?offset=${offset}&limit=2`)).body));
    expect(walked).toEqual(all);
  });

  test('gives ten rows where no limit is asked for (Limits)', async () => {
    const data = sample();
    data.projects = Array.from({ length: 12 }, (_, n) => ({
      id: `p${n}`,
      name: `${n}`,
      slug: `s${n}`,
    }));
    await using service = await startService({ data });
    expect((await service.get('/v1/projects')).body).toHaveLength(10);
  });

  test('gives the resources in full', async () => {
    await using service = await startService();
    const [subscriber] = (await service.get('/v1/subscribers')).body;
    expect(subscriber).toEqual(sample().subscribers.find(({ id }) => id === 'u-2'));
    expect((await service.get('/v1/contributors')).body).toContainEqual(ada);
    const [oldest] = (await service.get('/v1/releases?slug=oldest')).body;
    expect(oldest).toMatchObject({ project: web, labels: [speed, safety] });
    const [first] = (await service.get('/v1/milestones?slug=first')).body;
    expect(first).toMatchObject({ project: api, labels: [safety] });
    expect(subscriber.lists).toEqual([alerts, news]);
  });
});

describe('query parameters', () => {
  test.each([
    ['offset', 'offset=-1'],
    ['offset', 'offset=1001'],
    ['offset', 'offset=1.5'],
    ['offset', 'offset='],
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['limit', 'limit=1e1'],
    ['limit', 'limit=ten'],
    ['limit', 'limit=1&limit=2'],
    ['is_public', 'is_public=1'],
    ['status', 'status=SCHEDULED'],
    ['label_ids', 'label_ids=,'],
    ['slug', 'slug=%E0%A4'],
  ])('answers 400 and names %s for "%s"', async (name, query) => {
    await using service = await startService();
    const { status, body } = await service.get(`/v1/releases?${query}`);
    expect(status).toBe(400);
    expect(body).toEqual({ error: expect.any(String), details: { [name]: expect.any(String) } });
  });

  test.each(['offset=1000', 'offset=0', 'limit=1', 'limit=100', 'colour=red&colour=%E0'])(
    'accepts "%s"',
    async (query) => {
      await using service = await startService();
      expect((await service.get(`/v1/releases?${query}`)).status).toBe(200);
    },
  );
});
