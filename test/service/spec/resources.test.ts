import { describe, expect, test } from 'vitest';
import { shareService } from '../shared.ts';

// docs/api.md, "Resources": one test for each row of its tables.

const text = expect.any(String);
const truth = expect.any(Boolean);
const number = expect.any(Number);
const list = expect.any(Array);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const uri = expect.stringMatching(/^https?:\/\//);
const slug = expect.stringMatching(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
const hex = expect.stringMatching(/^#[0-9a-f]{6}$/);
const project = { id: text, name: text, slug: text };
const label = { ...project, color: hex };
const file = {
  title: text,
  url: expect.stringMatching(/^\//),
  size: number,
  type: 'application/pdf',
};

const service = shareService();

const read = async (path: string) => (await service().get(path)).body;

describe('a release', () => {
  test.each([
    ['id', 'oldest', 'oldest'],
    ['title', 'oldest', text],
    ['body', 'oldest', text],
    ['slug', 'oldest', slug],
    ['status', 'oldest', 'RELEASED'],
    ['status', 'draft', 'DRAFT'],
    ['status', 'timed', 'SCHEDULED'],
    ['version', 'oldest', '1.0.0'],
    ['is_pinned', 'oldest', truth],
    ['is_public', 'hidden', false],
    ['is_pre_release', 'oldest', truth],
    ['summary', 'oldest', text],
    ['hero', 'oldest', { type: 'video', url: uri }],
    ['hero', 'timed', { type: 'image', url: uri }],
    ['hero', 'tie-a', null],
    ['changes[0]', 'oldest', { id: text, change_id: text, content: text }],
    ['changes[1]', 'oldest', { title: text, color: text, content: text }],
    ['project', 'oldest', project],
    ['project', 'tie-a', null],
    ['labels', 'oldest', [label, label]],
    ['attachments', 'oldest', list],
    ['contributors', 'oldest', [{ id: text, name: text, avatar_url: uri }]],
    ['scheduled_at', 'timed', time],
    ['scheduled_at', 'oldest', undefined],
    ['released_at', 'oldest', time],
    ['released_at', 'draft', null],
    ['created_at', 'oldest', time],
    ['updated_at', 'oldest', time],
  ])('has %s (of %s) as the specification says', async (field, id, expected) => {
    const body = await read(`/v1/releases/${id}`);
    const [, name = '', index] = /^(\w+)(?:\[(\d)\])?$/.exec(field) ?? [];
    expect(index === undefined ? body[name] : body[name][index]).toEqual(expected);
  });

  test.each([
    ['FILE', { id: text, type: 'FILE', content: file }],
    ['LINK', { id: text, type: 'LINK', content: { title: null, url: uri } }],
  ])('has attachments of type %s with their fields', async (type, expected) => {
    const { attachments } = await read('/v1/releases/oldest');
    expect(attachments.find((one: { type: string }) => one.type === type)).toEqual(expected);
  });
});

describe('a milestone', () => {
  test.each([
    ['id', 'first'],
    ['number', number],
    ['title', text],
    ['body', text],
    ['slug', slug],
    ['status', 'In progress'],
    ['stage', 'IN_PROGRESS'],
    ['is_public', truth],
    ['upvote_count', 7],
    ['project', project],
    ['labels', [label]],
    ['attachments', list],
    ['started_at', time],
    ['ended_at', null],
    ['created_at', time],
    ['updated_at', time],
  ])('has %s', async (field, expected) => {
    expect((await read('/v1/milestones/first'))[field]).toEqual(expected);
  });
});

test.each([
  ['project', '/v1/projects', project],
  ['contributor', '/v1/contributors', { id: text, name: text, avatar_url: uri }],
  [
    'subscriber',
    '/v1/subscribers?list_ids=s-alerts',
    {
      id: text,
      email: expect.stringContaining('@'),
      lists: [
        { id: text, name: text },
        { id: text, name: text },
      ],
      created_at: time,
      updated_at: time,
    },
  ],
  [
    'incoming webhook, in camelCase',
    '/v1/incoming-webhooks',
    {
      id: text,
      name: text,
      type: 'SUBSCRIBER',
      isEnabled: truth,
      url: uri,
      lastTriggeredAt: null,
      createdAt: time,
      updatedAt: time,
    },
  ],
])('a %s has its fields and no others', async (_what, path, expected) => {
  expect((await read(path))[0]).toEqual(expected);
});

test('a workspace has its fields, its change types and its status types', async () => {
  expect(await read('/v1/workspace')).toEqual({
    id: text,
    name: text,
    slug: text,
    url: uri,
    release_change_types: [{ id: text, title: text, color: hex }],
    roadmap_status_types: [{ id: text, title: text, color: hex, stage: 'IN_PROGRESS' }],
  });
});

test('a subscriber list has its fields, and counts its subscribers', async () => {
  const { body } = await service().send('PATCH', '/v1/subscriber-lists/s-news', { name: 'News' });
  expect(body).toEqual({
    id: 's-news',
    name: 'News',
    subscriber_count: 2,
    created_at: time,
    updated_at: time,
  });
});

test('an error has a text, and details about invalid fields', async () => {
  expect((await service().get('/v1/releases/none')).body).toEqual({ error: text });
  expect((await service().get('/v1/releases?limit=0')).body).toEqual({
    error: text,
    details: { limit: text },
  });
});
