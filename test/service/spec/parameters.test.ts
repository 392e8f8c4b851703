import { describe, expect, test } from 'vitest';
import { shareService } from '../shared.ts';
import { collections } from './collections.ts';

// docs/api.md, "Releases" and "Limits": a test for each row.

const service = shareService();

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
    ['created_before', 'created_before='],
    ['created_before', 'created_before=yesterday'],
    ['created_before', 'created_before=2026-01-01'],
    ['created_before', 'created_before=2026-01-01T00:00:00'],
    ['created_before', 'created_before=2026-01-01T00:00:00+02:00'],
    ['created_before', 'created_before=9999-12-31T23:59:59-12:00'],
  ])('are answered 400 with an invalid %s: "%s"', async (name, query) => {
    const { status, body } = await service().get(`/v1/releases?${query}`);
    expect(status).toBe(400);
    expect(body).toEqual({ error: expect.any(String), details: { [name]: expect.any(String) } });
  });

  test.each(['offset=1000', 'offset=0', 'limit=1', 'limit=100', 'colour=red&colour=%E0'])(
    'are accepted: "%s"',
    async (query) => {
      expect((await service().get(`/v1/releases?${query}`)).status).toBe(200);
    },
  );
});

describe.each(collections)('Limits of the list of %s', (collection) => {
  test.each(['offset=0', 'offset=1000', 'limit=1', 'limit=100'])('allow %s', async (query) => {
    expect((await service().get(`/v1/${collection}?${query}`)).status).toBe(200);
  });

  test.each(['offset=-1', 'offset=1001', 'limit=0', 'limit=101'])('refuse %s', async (query) => {
    expect((await service().get(`/v1/${collection}?${query}`)).status).toBe(400);
  });
});
