import { describe, expect, test } from 'vitest';
import { manualClock } from '../../support/manual-clock.ts';
import { speed, web } from '../../support/rows.ts';
import { safety } from '../sample.ts';
import { shareService } from '../shared.ts';
import { startService } from '../start.ts';

// docs/api.md, "CreateRelease" and "UpdateRelease": a test for each row.

const draft = { title: 'New', slug: 'new', status: 'DRAFT' };
const link = { id: 'a', type: 'LINK', content: { title: 'Docs', url: 'https://example.com/' } };
const file = {
  id: 'f',
  type: 'FILE',
  content: { title: 'Notes', url: '/files/n.pdf', size: 3, type: 'application/pdf' },
};
const film = { type: 'video', url: 'https://example.com/film.mp4' };

test('creates a draft from the required fields alone', async () => {
  await using service = await startService();
  const { status, body } = await service.send('POST', '/v1/releases', draft);
  const now = service.clock.now().toISOString();
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(String),
    ...draft,
    body: '',
    version: null,
    is_pinned: false,
    is_public: false,
    is_pre_release: false,
    summary: null,
    hero: null,
    changes: [],
    project: null,
    labels: [],
    attachments: [],
    contributors: [],
    released_at: null,
    created_at: now,
    updated_at: now,
  });
  expect((await service.get(`/v1/releases/${body.id}`)).body).toEqual(body);
});

test('a new release has equal created_at and updated_at, even if the clock moves on', async () => {
  const clock = manualClock();
  const ticking = {
    ...clock,
    now: () => {
      clock.advance(1);
      return clock.now();
    },
  };
  await using service = await startService({ clock: ticking });
  const { body } = await service.send('POST', '/v1/releases', draft);
  expect(body.updated_at).toBe(body.created_at);
});

const accepted: [string, object, object][] = [
  ['title of 3 characters', { title: 'abc' }, { title: 'abc' }],
  ['title of 255 characters', { title: 'a'.repeat(255) }, { title: 'a'.repeat(255) }],
  ['body', { body: '<p>Hi</p>' }, { body: '<p>Hi</p>' }],
  ['status', { status: 'DRAFT' }, { status: 'DRAFT' }],
  ['slug of 3 characters', { slug: 'a-1' }, { slug: 'a-1' }],
  ['slug of 255 characters', { slug: 'a'.repeat(255) }, { slug: 'a'.repeat(255) }],
  ['is_public', { is_public: true }, { is_public: true }],
  ['project_id', { project_id: 'p-web' }, { project: web }],
  [
    'label_ids, in their order',
    { label_ids: ['l-safety', 'l-speed'] },
    { labels: [safety, speed] },
  ],
  ['is_pinned', { is_pinned: true }, { is_pinned: true }],
  ['is_pre_release', { is_pre_release: true }, { is_pre_release: true }],
  ['version', { version: '2.0.0' }, { version: '2.0.0' }],
  ['version null', { version: null }, { version: null }],
  ['attachments of both types', { attachments: [link, file] }, { attachments: [link, file] }],
  [
    'a link to write to, and a file on another host',
    {
      attachments: [
        { ...link, content: { title: null, url: 'mailto:ada@example.com' } },
        { ...file, content: { ...file.content, url: 'https://example.com/n.pdf' } },
      ],
    },
    {},
  ],
  ['hero', { hero: film }, { hero: film }],
  [
    'changes',
    { changes: [{ id: 'c', changeId: 'fixed', content: '<p>x</p>' }] },
    { changes: [{ id: 'c', change_id: 'fixed', content: '<p>x</p>' }] },
  ],
  [
    'changes without ids, which are made',
    { changes: [{ changeId: 'fixed', content: '' }] },
    { changes: [{ id: expect.stringMatching(/./), change_id: 'fixed', content: '' }] },
  ],
  [
    'changes in the form with title and color, as they are read',
    { changes: [{ title: 'Fixed', color: '#d97706', content: '<p>x</p>' }] },
    { changes: [{ id: expect.stringMatching(/./), change_id: 'fixed', content: '<p>x</p>' }] },
  ],
  ['summary', { summary: 'In short' }, { summary: 'In short' }],
  ['summary null', { summary: null }, { summary: null }],
  [
    'contributors, each once and in their order',
    { contributor_ids: ['c-bob', 'c-ada', 'c-bob'] },
    { contributors: [{ id: 'c-bob', name: 'Bob', avatar_url: null }, { id: 'c-ada' }] },
  ],
  ['contributors none', { contributor_ids: [] }, { contributors: [] }],
  ['fields that it does not know', { colour: 'red' }, {}],
];

describe.each(['create', 'update'])('%s', (operation) => {
  const shared = shareService();
  let sent = 0;
  const send = async (over: object) => {
    sent += 1;
    const create = { ...draft, slug: `new-${sent}`, ...over };
    return operation === 'create'
      ? await shared().send('POST', '/v1/releases', create)
      : await shared().send('PATCH', '/v1/releases/draft', over);
  };

  test.each(accepted)('accepts %s', async (_what, over, expected) => {
    const { status, body } = await send(over);
    expect(status).toBe(operation === 'create' ? 201 : 200);
    expect(body).toMatchObject(expected);
    expect(body).not.toHaveProperty('colour');
  });

  test.each([
    ['title', 'ab'],
    ['title', 'a'.repeat(256)],
    ['title', 7],
    ['body', null],
    ['status', 'RELEASED'],
    ['status', 'SCHEDULED'],
    ['slug', 'ab'],
    ['slug', 'a'.repeat(256)],
    ['slug', 'Upper-Case'],
    ['slug', 'two--hyphens'],
    ['slug', 'tie-a'],
    ['is_public', 'yes'],
    ['project_id', 'p-none'],
    ['project_id', 7],
    ['label_ids', ['l-none']],
    ['label_ids', 'l-speed'],
    ['is_pinned', 1],
    ['is_pre_release', null],
    ['version', 2],
    ['attachments[0].type', [{ ...link, type: 'PAGE' }], 'attachments'],
    [
      'attachments[0].content.url',
      [{ ...link, content: { title: null, url: 'x' } }],
      'attachments',
    ],
    [
      'attachments[0].content.size',
      [{ ...file, content: { ...file.content, size: -1 } }],
      'attachments',
    ],
    ['hero.type', { type: 'song', url: 'https://example.com/' }, 'hero'],
    ['hero.url', { type: 'image', url: 'no uri' }, 'hero'],
    ...[
      'javascript:alert(1)',
      'data:image/png;base64,AA==',
      'ftp://example.com/',
      ' javascript:1',
    ].map((url): [string, unknown, string] => ['hero.url', { type: 'image', url }, 'hero']),
    ...['javascript:alert(1)', 'JAVASCRIPT:alert(1)', 'data:text/html,x', 'file:///etc/passwd'].map(
      (url): [string, unknown, string] => [
        'attachments[0].content.url',
        [{ ...link, content: { title: null, url } }],
        'attachments',
      ],
    ),
    ...['javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x'].map(
      (url): [string, unknown, string] => [
        'attachments[0].content.url',
        [{ ...file, content: { ...file.content, url } }],
        'attachments',
      ],
    ),
    ['changes', [{ id: 'c', changeId: 'none', content: '' }]],
    ['changes', [{ title: 'Nothing', color: '#d97706', content: '' }]],
    ['changes[0].changeId', [{ color: '#d97706', content: '' }], 'changes'],
    ['summary', 7],
    ['contributor_ids', ['c-none']],
    ['contributor_ids', 'c-ada'],
    ['changes[0].content', [{ id: 'c', changeId: 'fixed' }], 'changes'],
  ])('refuses %s: %j', async (where, value, field = where) => {
    const { status, body } = await send({ [field]: value });
    expect(status).toBe(400);
    expect(body).toEqual({ error: expect.any(String), details: { [where]: expect.any(String) } });
  });
});

describe('refuses to create', () => {
  const shared = shareService();

  test.each(['title', 'slug', 'status'])('without %s', async (field) => {
    const input = { ...draft, [field]: undefined };
    const { status, body } = await shared().send('POST', '/v1/releases', input);
    expect({ status, fields: Object.keys(body.details) }).toEqual({ status: 400, fields: [field] });
  });

  test.each(['project_id', 'hero'])('with %s null, which only an update accepts', async (field) => {
    const input = { ...draft, [field]: null };
    expect((await shared().send('POST', '/v1/releases', input)).status).toBe(400);
  });
});

describe('an update', () => {
  test.each([
    ['project_id', 'project'],
    ['hero', 'hero'],
  ])('removes the %s if it is null', async (field, shown) => {
    await using service = await startService();
    const { status, body } = await service.send('PATCH', '/v1/releases/oldest', { [field]: null });
    expect({ status, value: body[shown] }).toEqual({ status: 200, value: null });
  });

  test('keeps fields that are not sent, and sets updated_at', async () => {
    await using service = await startService();
    const before = (await service.get('/v1/releases/oldest')).body;
    const { body } = await service.send('PATCH', '/v1/releases/oldest', { title: 'Other' });
    const updated_at = service.clock.now().toISOString();
    expect(body).toEqual({ ...before, title: 'Other', updated_at });
  });

  test('never changes a status', async () => {
    await using service = await startService();
    const { body } = await service.send('PATCH', '/v1/releases/oldest', { status: 'DRAFT' });
    expect(body.status).toBe('RELEASED');
  });

  test.each([
    ['oldest', 'RELEASED'],
    ['timed', 'SCHEDULED'],
    ['draft', 'DRAFT'],
  ])('can send the current status of the release %s: %s', async (id, status) => {
    await using service = await startService();
    const answer = await service.send('PATCH', `/v1/releases/${id}`, { status, title: 'Other' });
    expect(answer).toMatchObject({ status: 200, body: { status, title: 'Other' } });
  });

  test('with another status is refused, and the error names the call that changes it', async () => {
    await using service = await startService();
    const input = { status: 'RELEASED', title: 'Other' };
    const { status, body } = await service.send('PATCH', '/v1/releases/timed', input);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { details: { status: expect.stringContaining('publish') } },
    });
    expect((await service.get('/v1/releases/timed')).body.title).toBe('Title of timed');
  });

  test('can send the current slug of the release', async () => {
    await using service = await startService();
    const { status } = await service.send('PATCH', '/v1/releases/tie-a', { slug: 'tie-a' });
    expect(status).toBe(200);
  });

  test('saves the URL of its own file as a path, which is answered with the host of the request', async () => {
    await using service = await startService();
    const { hero } = (await service.get('/v1/releases/timed')).body;
    await service.send('PATCH', '/v1/releases/oldest', { hero });
    const { port } = new URL(service.url);
    const elsewhere = await fetch(`http://localhost:${port}/v1/releases/oldest`, {
      headers: { authorization: 'Bearer key-of-the-tests' },
    });
    expect(await elsewhere.json()).toMatchObject({
      hero: { url: `http://localhost:${port}/files/hero.png` },
    });
  });
});
