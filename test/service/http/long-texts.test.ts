import { expect, test } from 'vitest';
import { shareService } from '../shared.ts';

// Longer than the largest text that an index of PostgreSQL can hold.
const long = 'z9'.repeat(1500);
const service = shareService();
const draft = { title: 'Long', slug: 'long', status: 'DRAFT' };
const problem = { error: expect.any(String) };

test.each([
  ['POST', '/v1/releases', { ...draft, slug: long }, 400],
  ['PATCH', '/v1/releases/draft', { slug: long }, 400],
  ['POST', '/v1/releases', { ...draft, project_id: long }, 400],
  ['POST', '/v1/releases', { ...draft, label_ids: [long] }, 400],
  ['POST', '/incoming/token-for-subscribers-1', { email: `${long}@example.com` }, 400],
  ['POST', '/incoming/token-for-subscribers-1', { email: 'a@example.com', list_ids: [long] }, 400],
  ['POST', `/incoming/${long}`, draft, 404],
  ['GET', `/v1/releases/${long}`, undefined, 404],
  ['PATCH', `/v1/releases/${long}`, { title: 'Other' }, 404],
  ['DELETE', `/v1/releases/${long}`, undefined, 404],
  ['PATCH', `/v1/subscriber-lists/${long}`, { name: 'Other' }, 404],
  ['PATCH', `/v1/incoming-webhooks/${long}`, { name: 'Other' }, 404],
  ['GET', `/files/${long}`, undefined, 404],
])('%s %.24s… with a text of 3,000 bytes is answered with a 4xx status', async (...asked) => {
  const [method, path, body, status] = asked;
  expect(await service().send(method, path, body)).toMatchObject({ status, body: problem });
});

test.each(['releases?slug', 'milestones?status', 'projects?slug', 'subscribers?list_ids'])(
  'the filter %s with a text of 3,000 bytes finds nothing',
  async (filter) => {
    expect(await service().get(`/v1/${filter}=${long}`)).toMatchObject({ status: 200, body: [] });
  },
);
