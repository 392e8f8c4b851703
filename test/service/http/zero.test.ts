import { expect, test } from 'vitest';
import { shareService } from '../shared.ts';

const service = shareService();
const why = 'expected a text without the character U+0000';
const draft = { title: 'New', slug: 'new', status: 'DRAFT' };

test.each([
  ['GET', '/v1/releases/a%00b', undefined, 'address'],
  ['DELETE', '/v1/releases/%00', undefined, 'address'],
  ['GET', '/v1/milestones/%00', undefined, 'address'],
  ['POST', '/incoming/%00', {}, 'address'],
  ['GET', '/files/%00.png', undefined, 'address'],
  ['GET', '/v1/releases?slug=a%00', undefined, 'address'],
  ['GET', '/v1/releases?label_ids=l-speed,%00', undefined, 'address'],
  ['GET', '/v1/releases?unknown=%00', undefined, 'address'],
  ['GET', '/v1/releases/oldest?unknown=%00', undefined, 'address'],
  ['PATCH', '/v1/releases/oldest?unknown=%00', { title: 'Other' }, 'address'],
  ['GET', '/healthz?unknown=%00', undefined, 'address'],
  ['GET', '/v1/subscribers?list_ids=%00', undefined, 'address'],
  ['POST', '/v1/releases', { ...draft, title: 'New\0' }, 'title'],
  [
    'POST',
    '/v1/releases',
    { ...draft, changes: [{ id: 'c', changeId: 'fixed', content: '\0' }] },
    'changes[0].content',
  ],
  ['POST', '/v1/releases', { ...draft, unknown: { deep: ['\0'] } }, 'unknown.deep[0]'],
  ['PATCH', '/v1/releases/oldest', { body: '\0' }, 'body'],
  ['PATCH', '/v1/subscriber-lists/s-news', { name: '\0' }, 'name'],
  ['POST', '/incoming/token-for-subscribers-1', { email: '\0@example.com' }, 'email'],
])(
  '%s %s with U+0000 is answered 400, and the error names %s',
  async (method, path, body, field) => {
    const answer = await service().send(method, path, body);
    expect(answer).toMatchObject({ status: 400, body: { details: { [field]: why } } });
  },
);

test('U+0000 in the name of a field is answered 400', async () => {
  const { status, body } = await service().send('POST', '/v1/releases', { ...draft, 'a\0': 1 });
  expect(status).toBe(400);
  expect(Object.values(body.details)).toEqual([why]);
});

test.each(['/v1/none%00', '/%00'])(
  'the unknown address %s with U+0000 is answered 400 instead of 404',
  async (path) => {
    expect((await service().get(path)).status).toBe(400);
    expect((await service().get(path.replace('%00', '%2500'))).status).toBe(404);
  },
);

test('an escaped backslash before u0000 is not U+0000', async () => {
  const { status } = await service().send('PATCH', '/v1/releases/none', { body: '\\u0000' });
  expect(status).toBe(404);
});

test('a release that refers to a file with U+0000 in its name can be deleted', async () => {
  const body = '<img src="/files/a%00.png"><a href="/files/%00">A</a>';
  const added = await service().send('POST', '/v1/releases', { ...draft, slug: 'zero', body });
  expect(added.status).toBe(201);
  const path = `/v1/releases/${added.body.id}`;
  expect((await service().send('DELETE', path)).status).toBe(204);
  expect((await service().get(path)).status).toBe(404);
});
