import { describe, expect, test } from 'vitest';
import { sample } from '../sample.ts';
import { shareService } from '../shared.ts';

const service = shareService();

describe('reading by id', () => {
  test('returns every field of a release as imported (Resources: Release)', async () => {
    for (const expected of sample().releases.filter(({ hero }) => !hero?.url.startsWith('/')))
      expect((await service().get(`/v1/releases/${expected.id}`)).body).toEqual(expected);
  });

  test('returns every field of a milestone as imported (Resources: Milestone)', async () => {
    for (const expected of sample().milestones)
      expect((await service().get(`/v1/milestones/${expected.id}`)).body).toEqual(expected);
  });

  test('returns a hero that is stored as a path with the origin of the request', async () => {
    const { body } = await service().get('/v1/releases/timed');
    expect(body.hero).toEqual({ type: 'image', url: `${service().url}/files/hero.png` });
  });

  test('shows scheduled_at only while a release is SCHEDULED', async () => {
    expect((await service().get('/v1/releases/timed')).body.scheduled_at).toBeDefined();
    expect((await service().get('/v1/releases/oldest')).body).not.toHaveProperty('scheduled_at');
  });

  test('returns an incoming webhook with its address on this service', async () => {
    const { body } = await service().get('/v1/incoming-webhooks/i-r');
    expect(body).toEqual({
      ...sample().incoming_webhooks[0],
      url: `${service().url}/incoming/token-for-releases-1`,
    });
  });

  test('returns the whole workspace (Resources: Workspace)', async () => {
    expect((await service().get('/v1/workspace')).body).toEqual(sample().workspace);
  });

  test.each(['releases', 'milestones', 'incoming-webhooks'])(
    'answers 404 with the error body for an unknown id among %s',
    async (collection) => {
      const { status, body } = await service().get(`/v1/${collection}/unknown`);
      expect({ status, body }).toEqual({ status: 404, body: { error: expect.any(String) } });
    },
  );
});
