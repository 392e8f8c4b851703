import { expect, test } from 'vitest';
import { digest } from '../../../src/lib/digest.ts';
import { MilestoneEntry, ReleaseEntry } from '../../../src/model/content/content.ts';
import { CONVERT_VERSION } from '../../../src/sources/convert-version.ts';
import { digestPreparation, PREPARE_VERSION } from '../../../src/sync/prepare/prepare.ts';
import { mp4 } from '../pictures.ts';
import { startPreparing } from '../preparing.ts';

const anAsset = expect.objectContaining({ file: expect.stringMatching(/\.png$/), width: 8 });

test('reduces titles, versions and names to one line', async () => {
  await using it = await startPreparing();
  const entry = await it.release({
    title: ' A\n title\u0000 ',
    version: ' 1.0 ',
    summary: '  ',
    contributors: [{ id: 'u', name: 'Ada\tL.', avatar_url: 'https://else.example/ada.png' }],
  });
  expect(entry).toMatchObject({
    title: 'A title',
    version: '1.0',
    summary: null,
    contributors: [{ id: 'u', name: 'Ada L.' }],
  });
});

test('carries the channels that somebody chose, also if they are none', async () => {
  await using it = await startPreparing();
  expect(await it.release({ channels: ['news'] })).toMatchObject({ channels: ['news'] });
  expect(await it.release({ channels: [] })).toMatchObject({ channels: [] });
  expect(await it.release({})).not.toHaveProperty('channels');
});

test('drops the address of a contributor’s picture', async () => {
  await using it = await startPreparing();
  const contributors = [{ id: 'u', name: 'Ada', avatar_url: 'https://else.example/ada.png' }];
  expect(JSON.stringify(await it.release({ contributors }))).not.toContain('else.example');
});

test('converts every time to UTC', async () => {
  await using it = await startPreparing();
  const times = { released_at: '2026-01-02T01:30:00+02:00', updated_at: '2026-01-02T00:00:00Z' };
  expect(await it.release(times)).toMatchObject({
    released_at: '2026-01-01T23:30:00.000Z',
    updated_at: '2026-01-02T00:00:00.000Z',
  });
});

test('mirrors the hero and the pictures in the body and in changes', async () => {
  await using it = await startPreparing();
  const entry = await it.release({
    hero: { type: 'image', url: '/files/hero.png' },
    body: '<img src="/files/body.png" alt="b">',
    changes: [{ id: 'c', change_id: 't-new', content: '<img src="/files/change.png" alt="c">' }],
  });
  expect(entry.hero).toEqual({ type: 'image', asset: anAsset });
  expect(entry.body).toMatch(/^<img src="waymark-asset:\w+\.png" alt="b" width="8" height="4"/);
  expect(entry.changes[0]?.html).toContain('waymark-asset:');
});

test('keeps the id of a change if it has one', async () => {
  await using it = await startPreparing();
  const changes = [
    { id: 'c', change_id: 't-new', content: 'a' },
    { title: 'New', color: '#16a34a', content: 'b' },
  ];
  expect((await it.release({ changes })).changes).toEqual([
    { id: 'c', type: 'new', html: 'a' },
    { type: 'new', html: 'b' },
  ]);
});

test.each(['/files/film.mp4', '/files/FILM.MP4?v=2', '/files/film.webm#t=3'])(
  'mirrors the video %s, so that it plays on the page',
  async (url) => {
    await using it = await startPreparing();
    expect((await it.release({ hero: { type: 'video', url } })).hero).toEqual({
      type: 'film',
      asset: { file: expect.stringMatching(/^\w+\.mp4$/), bytes: mp4.length },
    });
  },
);

test.each(['https://video.example/film.mp4', 'https://www.youtube.com/watch?v=a'])(
  'keeps a video that it cannot mirror as a link, without a note: %s',
  async (url) => {
    await using it = await startPreparing();
    expect((await it.release({ hero: { type: 'video', url } })).hero).toEqual({
      type: 'video',
      url,
    });
    expect(it.notes()).toEqual([]);
  },
);

test('does not request the page of a video player', async () => {
  await using it = await startPreparing();
  await it.release({ hero: { type: 'video', url: '/watch/film' } });
  expect(it.asked()).toEqual([]);
});

test('gives each id only once across the body and the changes', async () => {
  await using it = await startPreparing();
  const contents = [
    '<h2>a</h2><p>x</p>',
    '<p id="a">y</p><img src="/files/slow.png">',
    '<h2>a</h2>z',
  ];
  const entry = await it.release({
    body: '<h2>a</h2>',
    changes: contents.map((content) => ({ content })),
  });
  const html = [entry.body, ...entry.changes.map((change) => change.html)].join('');
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['n-a', 'n-a-2', 'n-a-3']);
});

test.each([
  { type: 'video', url: 'javascript:alert(1)' },
  { type: 'image', url: '/files/none.jpeg' },
  { type: 'image', url: 'https://else.example/a.png' },
  { type: 'image', url: '' },
])('shows no hero and adds a note for %j', async (hero) => {
  await using it = await startPreparing();
  expect((await it.release({ hero })).hero).toBeNull();
  expect(it.notes()).toEqual([expect.stringMatching(/^left out /)]);
});

test('accepts the type of a hero in upper or lower case', async () => {
  await using it = await startPreparing();
  const hero = { type: 'VIDEO', url: 'https://video.example/watch' };
  expect((await it.release({ hero })).hero).toMatchObject({ type: 'video' });
});

test('mirrors files and keeps links, with types in upper or lower case', async () => {
  await using it = await startPreparing();
  const { attachments } = await it.release({
    attachments: [
      { id: '1', type: 'file', content: { title: 'Notes', url: '/files/notes.pdf', size: 1 } },
      { id: '2', type: 'LINK', content: { title: null, url: 'https://example.org/a' } },
    ],
  });
  expect(attachments).toEqual([
    { type: 'FILE', title: 'Notes', asset: { file: expect.stringMatching(/\.pdf$/), bytes: 8 } },
    { type: 'LINK', title: 'example.org', url: 'https://example.org/a' },
  ]);
});

test.each([
  { type: 'LINK', content: { title: 'x', url: 'javascript:alert(1)' } },
  { type: 'LINK', content: { title: 'x', url: '/relative' } },
  { type: 'FILE', content: { title: 'x', url: '/files/none.zip' } },
  { type: 'WHATEVER', content: { title: 'x', url: 'https://example.org/' } },
])('leaves out the attachment %j with a note', async (attachment) => {
  await using it = await startPreparing();
  expect((await it.release({ attachments: [attachment] })).attachments).toEqual([]);
  expect(it.notes()).toEqual([expect.stringMatching(/^left out /)]);
});

test('resolves a relative picture against the workspace’s page, a rooted one against the API', async () => {
  await using it = await startPreparing();
  await it.release({ body: '<img src="a.png" alt="A"><img src="/b.png">' });
  expect(it.asked()).toEqual(['/b.png']);
  expect(it.notes()).toEqual([expect.stringContaining('left out https://example.com/a.png')]);
});

test('reports pictures that have no address, or a relative one that nothing completes', async () => {
  await using it = await startPreparing('');
  await it.release({ body: '<img src="a.png" alt="A"><img src="data:image/png;base64,x">' });
  expect(it.notes()).toEqual([
    'left out a picture without a usable address (a.png is relative, but the workspace has no url)',
    'left out a picture without a usable address',
  ]);
});

test('reports the links that became text once per release', async () => {
  await using it = await startPreparing('');
  await it.release({
    body: '<p><a href="docs/guide.md">Guide</a>, <a href="#a">here</a>, <a href="//e.example/">E</a></p>',
    changes: ['/b', 'docs/guide.md', 'c', 'd', 'https://a.example/'].map((href) => ({
      content: `See <a href="${href}">it</a>`,
    })),
  });
  expect(it.notes()).toEqual([
    'shows links without a usable address as text (relative ones need the repository of the source, or the url of the workspace): docs/guide.md, //e.example/, /b, and 2 more',
  ]);
});

test('keeps the id of a link that became text, because other links may lead there', async () => {
  await using it = await startPreparing('');
  const { body } = await it.release({ body: '<a id="top" href="b">B</a> <a href="#top">up</a>' });
  expect(body).toBe('<span id="n-top">B</span> <a href="#n-top">up</a>');
});

test('lists a label once, even if the row has it twice', async () => {
  await using it = await startPreparing();
  const label = { id: 'l-1', name: 'Speed' };
  expect((await it.release({ labels: [label, label] })).labels).toEqual(['l-1']);
});

test('reports no link that the workspace’s url completes', async () => {
  await using it = await startPreparing();
  await it.release({ body: '<a href="docs/guide.md">Guide</a>' });
  expect(it.notes()).toEqual([]);
});

test.each([
  ['#upgrading', '#n-upgrading'],
  ['#whats-new-in-api_v2', '#n-whats-new-in-api-v2'],
  ['#%C3%BCber-uns', '#n-ueber-uns'],
  ['#fn-1', '#n-fn-1'],
  ['#own', '#n-own'],
  ['#in-a-change', '#n-in-a-change'],
])('a link to %s leads to the part %s of the same release', async (href, target) => {
  await using it = await startPreparing();
  const parts = `<h2>Upgrading</h2><h2>What’s new in <code>API_v2</code>?</h2><h2>Über uns</h2><p id="own">P</p>`;
  const { body, changes } = await it.release({
    body: `<p><a href="${href}">x</a></p>${parts}<div id="fn-1">Note</div>`,
    changes: [{ content: `<a href="${href}">y</a>` }, { content: '<h4>In a change</h4><p>z</p>' }],
  });
  expect(body).toContain(`<a href="${target}">x</a>`);
  expect(changes[0]?.html).toBe(`<a href="${target}">y</a>`);
  expect(`${body}${changes[1]?.html}`).toContain(`id="${target.slice(1)}"`);
});

test.each(['#120---2026-03-01', '#', '#-', '#%zz', '#新機能'])(
  'a link to %s, which is nowhere on the page of its release, is text',
  async (href) => {
    await using it = await startPreparing();
    const { body, changes } = await it.release({
      body: `<h2>新しい</h2><p>See <a href="${href}"><b>1.2.0</b></a>, <a href="#b">b</a><a id="b" href="${href}">c</a></p>`,
      changes: [{ content: `<a href="${href}">y</a>` }],
    });
    const text = 'See <b>1.2.0</b>, <a href="#n-b">b</a><span id="n-b">c</span>';
    expect(body).toContain(`<p>${text}</p>`);
    expect(changes[0]?.html).toBe('y');
    expect(it.notes()).toEqual([]);
  },
);

test('prepares a release with hardly any fields', async () => {
  await using it = await startPreparing();
  const nothing = [
    'body',
    'changes',
    'labels',
    'attachments',
    'contributors',
    'hero',
    'updated_at',
  ];
  const entry = await it.release(Object.fromEntries(nothing.map((name) => [name, undefined])));
  expect(entry).toMatchObject({ body: '', excerpt: '', changes: [], hero: null, updated_at: null });
});

test('prepares a milestone with hardly any fields', async () => {
  await using it = await startPreparing();
  const nothing = ['number', 'status', 'upvote_count', 'created_at', 'body', 'labels'];
  expect(
    await it.milestone(Object.fromEntries(nothing.map((name) => [name, undefined]))),
  ).toMatchObject({ number: null, status: null, upvote_count: 0, created_at: null, body: '' });
});

test('puts a milestone without a stage into the first stage', async () => {
  await using it = await startPreparing();
  expect((await it.milestone({ stage: null })).stage).toBe('BACKLOG');
});

test('the schema of entries keeps the order of keys in which they are prepared', async () => {
  await using it = await startPreparing();
  const changes = [{ id: 'c', change_id: 't-new', content: 'x' }];
  const [release, milestone] = [await it.release({ changes }), await it.milestone({})];
  expect(JSON.stringify(ReleaseEntry.parse(release))).toBe(JSON.stringify(release));
  expect(JSON.stringify(MilestoneEntry.parse(milestone))).toBe(JSON.stringify(milestone));
});

test('the fingerprint of the preparation depends on both versions, the assets and the workspace', () => {
  const url = 'https://acme.example/';
  const fingerprint = digestPreparation({ url }, true);
  const inputs = [PREPARE_VERSION, CONVERT_VERSION, url, true];
  expect(fingerprint).toBe(digest(JSON.stringify(inputs)).slice(0, 16));
  expect(digestPreparation({ url }, false)).not.toBe(fingerprint);
  expect(digestPreparation({}, true)).not.toBe(fingerprint);
});
