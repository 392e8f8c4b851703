import { expect, test } from 'vitest';
import { WaymarkError } from '../../../src/model/errors.ts';
import type { Site } from '../../../src/service/desk/route.ts';
import { addHook } from '../../../src/service/events/hooks.ts';
import { readRelease } from '../../../src/service/resources/releases/releases.ts';
import { release, sample } from '../sample.ts';
import type { Running } from '../start.ts';
import { signedIn, site, startDesk, type Visitor } from './visitor.ts';

const path = '/desk/releases/draft';

const stored = ({ db }: Running, id = 'draft') => readRelease(db, id);

/** Sends the form of a release with one of the buttons that publish. */
async function send(visitor: Visitor, values: Record<string, string | string[]>, id = 'draft') {
  const page = `/desk/releases/${id}`;
  const form = (await visitor.get(page)).form(page);
  for (const [name, value] of Object.entries(values)) {
    form.delete(name);
    for (const one of [value].flat()) form.append(name, one);
  }
  return visitor.post(`${page}/publish`, form);
}

async function eventsOf({ db }: Running): Promise<string[]> {
  const rows = await db.selectFrom('event').select('name').orderBy('created_at').execute();
  return rows.map(({ name }) => name);
}

const hook = {
  url: 'https://example.com/',
  events: ['release.published', 'content.changed'] as const,
};

test('publishes now, in the channels that were chosen', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  const page = await send(publisher, { do: 'now', channels: ['internal'] });
  expect(page.text).toMatch(/Published, 2026-03-01 09:00 UTC\. Channels: internal\./);
  expect(await stored(service)).toMatchObject({
    ...{ status: 'RELEASED', released_at: '2026-03-01T09:00:00.000Z', channels: ['internal'] },
  });
  expect(await eventsOf(service)).toEqual(['release.published']);
  const { text } = await publisher.get('/desk/more/log');
  expect(text).toMatch(/published a release\s+Title of draft \(draft\), announced in internal/);
});

test.each(['', 'constructor', '__proto__'])(
  'a button that does not exist publishes nothing: %j',
  async (what) => {
    await using service = await startDesk();
    const page = await send(await signedIn(service), { do: what });
    expect(page.status).toBe(422);
    expect(await stored(service)).toMatchObject({ status: 'DRAFT' });
  },
);

test('a new release is saved and published, or scheduled, at once; sent twice, it is one', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  await addHook(service.db, { ...hook, events: [...hook.events] }, service.clock.now());
  for (const [what, status] of [
    ['now', 'RELEASED'],
    ['at', 'SCHEDULED'],
  ] as const) {
    const { html, form } = await publisher.get('/desk/new');
    const [, id = ''] = /<form action="\/desk\/releases\/([^"]+)"/.exec(html) ?? [];
    const filled = form(`/desk/releases/${id}`);
    expect(filled.getAll('channels')).toEqual(['news']);
    const values = { do: what, title: `New ${what}`, at: '2030-01-01T00:00', channels: 'internal' };
    for (const [name, value] of Object.entries(values)) filled.set(name, value);
    const refused = new FormData();
    for (const [name, value] of filled) refused.append(name, name === 'title' ? 'x' : value);
    const again = await publisher.post(`/desk/releases/${id}/publish`, refused);
    expect([again.status, await stored(service, id)]).toEqual([422, undefined]);
    expect(again.form(`/desk/releases/${id}`).getAll('channels')).toEqual(['internal']);
    for (const _ of [1, 2])
      expect((await publisher.post(`/desk/releases/${id}/publish`, filled)).status).toBe(200);
    expect(await stored(service, id)).toMatchObject({
      ...{ title: `New ${what}`, status, channels: ['internal'] },
    });
  }
  expect(await eventsOf(service)).toEqual(['release.published', 'release.scheduled']);
});

test('writers are not shown how to publish a new release, and cannot', async () => {
  await using service = await startDesk();
  const writer = await signedIn(service, 'writer');
  const { html, form, text } = await writer.get('/desk/new');
  expect(html).not.toContain('/publish"');
  expect(text).toContain('Publishers can publish it here.');
  const [, action = ''] = /<form action="([^"]+)"/.exec(html) ?? [];
  const filled = form(action);
  filled.set('title', 'By a writer');
  filled.set('do', 'now');
  expect((await writer.post(`${action}/publish`, filled)).status).toBe(403);
  expect(await stored(service, action.split('/').at(-1))).toBeUndefined();
});

test('only publishers see paths of the server in messages', async () => {
  const where = '/srv/changelog/content/releases/x.json is damaged';
  const steps = async () => Promise.reject(new WaymarkError(where));
  await using service = await startDesk({ desk: { site: { ...site, steps, preview: steps } } });
  const [publisher, writer] = [await signedIn(service), await signedIn(service, 'writer')];
  for (const page of ['oldest', 'draft/preview/page']) {
    expect((await publisher.get(`/desk/releases/${page}`)).text).toContain(where);
    const seen = await writer.get(`/desk/releases/${page}`);
    expect(seen.text).toContain('ask a publisher, who sees why');
    expect(seen.html).not.toContain('/srv');
  }
});

test('the channels that the rules choose are ticked', async () => {
  const data = {
    ...sample(),
    releases: [release('beta', { is_pre_release: true, status: 'DRAFT' }), ...sample().releases],
  };
  await using service = await startDesk({ data });
  const publisher = await signedIn(service);
  const chosen = async (id: string) =>
    (await publisher.get(`/desk/releases/${id}`)).form(`/desk/releases/${id}`).getAll('channels');
  expect(await chosen('draft')).toEqual(['news']);
  expect(await chosen('beta')).toEqual([]);
});

test('a channel that does not exist comes back with the message beside the field, and nothing is changed', async () => {
  await using service = await startDesk();
  const before = await stored(service);
  const values = { do: 'now', channels: ['news', 'gone'], title: 'Typed' };
  const page = await send(await signedIn(service), values);
  expect(page.status).toBe(422);
  expect(page.html).toMatch(/id="channels-problem">There is no channel gone\./);
  expect(page.form(path).getAll('channels')).toEqual(['news', 'gone']);
  expect(page.form(path).get('title')).toBe('Typed');
  expect(await stored(service)).toEqual(before);
});

test('while the channels cannot be read, those that were chosen stay, and the page says why', async () => {
  let problem: string | undefined;
  const channels: Site['channels'] = async (...given) =>
    problem === undefined ? site.channels(...given) : { channels: [], problem };
  await using service = await startDesk({ desk: { site: { ...site, channels } } });
  const publisher = await signedIn(service);
  const ticked = (await publisher.get(path)).form(path);
  await send(publisher, { do: 'at', at: '2030-01-01T00:00', channels: ['internal'] }, 'timed');
  problem = 'announce.yaml:2: targets: it is missing';
  ticked.set('do', 'now');
  const refused = await publisher.post(`${path}/publish`, ticked);
  expect([refused.status, refused.form(path).getAll('channels')]).toEqual([422, ['news']]);
  expect(refused.html).toMatch(/channels-problem">There is no channel news.*announce\.yaml:2/);
  expect((await stored(service))?.status).toBe('DRAFT');
  expect((await publisher.get(path)).text).toContain('announce.yaml:2: targets: it is missing');
  await send(publisher, { do: 'at', at: '2030-02-02T00:00' }, 'timed');
  expect(await stored(service, 'timed')).toMatchObject({
    scheduled_at: '2030-02-02T00:00:00.000Z',
    channels: ['internal'],
  });
});

test.each([
  ['2026-07-01T09:00', 'Europe/Berlin', '2026-07-01T07:00:00.000Z'],
  ['2026-12-01T09:00', 'America/New_York', '2026-12-01T14:00:00.000Z'],
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-07-01T09:00', 'UTC', '2026-07-01T09:00:00.000Z'],
])(
  'schedules for %s in %s, and the choice of channels stays until then',
  async (at, zone, expected) => {
    await using service = await startDesk();
    const publisher = await signedIn(service);
    await send(publisher, { do: 'at', at, zone, channels: ['news', 'internal'] });
    const channels = ['news', 'internal'];
    expect(await stored(service)).toMatchObject({
      status: 'SCHEDULED',
      scheduled_at: expected,
      channels,
    });
    service.clock.advance(Date.parse(expected) - service.clock.now().getTime());
    await expect.poll(async () => (await stored(service))?.status).toBe('RELEASED');
    expect(await stored(service)).toMatchObject({ released_at: expected, channels });
  },
);

test('a scheduled release is scheduled anew, or goes back to a draft', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  await send(publisher, { do: 'at', at: '2030-01-01T00:00', zone: 'UTC' }, 'timed');
  expect((await stored(service, 'timed'))?.scheduled_at).toBe('2030-01-01T00:00:00.000Z');
  await send(publisher, { do: 'back' }, 'timed');
  expect((await stored(service, 'timed'))?.status).toBe('DRAFT');
});

test.each([
  ['a time that is over', { at: '2020-01-01T00:00', zone: 'UTC' }],
  ['no time', { at: '', zone: 'UTC' }],
  ['a zone that does not exist', { at: '2030-01-01T00:00', zone: 'Mars/Base' }],
])('%s comes back with the message beside the field', async (_what, values) => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  const before = await stored(service);
  const typed = { title: 'Not saved', channels: ['internal'], ...values };
  const page = await send(publisher, { do: 'at', ...typed });
  expect(page.status).toBe(422);
  expect(page.html).toMatch(
    /<\/h1>\s*<div class="problems" role="alert">.*Nothing was changed.*href="#at"/,
  );
  expect(page.form(path).get('title')).toBe('Not saved');
  expect(page.html).toMatch(/id="at-problem">Choose a time in the future/);
  expect(page.form(path).getAll('channels')).toEqual(['internal']);
  expect(await stored(service)).toEqual(before);
});

test('saves what is typed and publishes it, or nothing if somebody changed the release meanwhile', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  const form = (await publisher.get(path)).form(path);
  form.set('do', 'now');
  form.set('title', 'What I typed');
  await service.send('PATCH', '/v1/releases/draft', { title: 'Changed meanwhile' });
  const stale = await publisher.post(`${path}/publish`, form);
  expect(stale.status).toBe(409);
  expect(stale.text).toContain('Somebody changed this release meanwhile');
  expect(stale.html).toMatch(/Title<\/td>.*Changed meanwhile.*What I typed/s);
  expect(await stored(service)).toMatchObject({ status: 'DRAFT', title: 'Changed meanwhile' });
  const mine = stale.form(path);
  mine.set('do', 'now');
  for (const _ of [1, 2]) expect((await publisher.post(`${path}/publish`, mine)).status).toBe(200);
  expect(await eventsOf(service)).toEqual(['release.published']);
  expect(await stored(service)).toMatchObject({ status: 'RELEASED', title: 'What I typed' });
});

test('an old form does not replace the decision of somebody else', async () => {
  await using service = await startDesk();
  const [ada, eve] = [
    await signedIn(service, 'publisher', 'Ada'),
    await signedIn(service, 'publisher', 'Eve'),
  ];
  const old = (await ada.get(path)).form(path);
  await send(eve, { do: 'at', at: '2030-01-01T00:00', zone: 'UTC', channels: ['internal'] });
  const theirs = await stored(service);
  old.set('do', 'now');
  const page = await ada.post(`${path}/publish`, old);
  expect(page.status).toBe(409);
  expect(page.text).toContain('Somebody changed this release meanwhile');
  expect(page.text).toMatch(/Scheduled, 2030-01-01 00:00 UTC\. Channels: internal\./);
  expect(page.form(path).getAll('channels')).toEqual(['news']);
  expect(await stored(service)).toEqual(theirs);
});

test('a second submit of a schedule, and “back” on a draft, change and log nothing', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  const form = (await publisher.get(path)).form(path);
  for (const [name, value] of [
    ['do', 'back'],
    ['at', '2030-01-01T00:00'],
    ['zone', 'UTC'],
  ] as const)
    form.set(name, value);
  const log = async () => (await publisher.get('/desk/more/log')).text;
  const before = await log();
  await publisher.post(`${path}/publish`, form);
  expect(await log()).toBe(before);
  form.set('do', 'at');
  await publisher.post(`${path}/publish`, form);
  const once = await log();
  expect(once).not.toBe(before);
  expect((await publisher.post(`${path}/publish`, form)).status).toBe(200);
  expect(await log()).toBe(once);
  expect(await eventsOf(service)).toEqual(['release.scheduled']);
});

test('what is typed and not valid is not published', async () => {
  await using service = await startDesk();
  const page = await send(await signedIn(service), { do: 'now', title: '' });
  expect(page.status).toBe(422);
  expect(page.html).toContain('id="title-problem"');
  expect((await stored(service))?.status).toBe('DRAFT');
});

test('publishing over the API stores no channels, and the desk then offers to announce', async () => {
  await using service = await startDesk();
  await addHook(service.db, { ...hook, events: [...hook.events] }, service.clock.now());
  const publisher = await signedIn(service);
  await send(publisher, { do: 'at', at: '2030-01-01T00:00', zone: 'UTC', channels: ['news'] });
  const published = await service.send('POST', '/v1/releases/draft/publish');
  expect(published.body.channels).toEqual([]);
  await send(publisher, { do: 'announce', channels: ['news'] });
  expect(await stored(service)).toMatchObject({ status: 'RELEASED', channels: ['news'] });
  expect((await eventsOf(service)).toSorted()).toEqual([
    ...['content.changed', 'release.published', 'release.scheduled'],
  ]);
  expect((await publisher.get(path)).html).not.toContain(`${path}/publish`);
});

test('a release of last week is not announced any more', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  await service.send('POST', '/v1/releases/draft/publish');
  service.clock.advance(7 * 24 * 3600_000);
  expect((await (await signedIn(service, 'publisher', 'Ada')).get(path)).html).not.toContain(
    '/publish"',
  );
  expect(publisher.cookie()).not.toBe('');
});

test('hints do not keep anybody from publishing', async () => {
  const draft = release('draft', {
    ...{ status: 'DRAFT', released_at: null, summary: null, is_public: false },
    slug: 'was-used',
    body: '<img src="/files/x.png"><img src="y.png" alt="">',
  });
  await using service = await startDesk({ data: { ...sample(), releases: [draft] } });
  const publisher = await signedIn(service);
  const { text } = await publisher.get(path);
  expect(text).toMatch(/has no summary/);
  expect(text).toMatch(/picture in its text has no description/);
  expect(text).toMatch(/Another release had this slug before/);
  expect((await send(publisher, { do: 'now' })).status).toBe(200);
  expect((await stored(service))?.status).toBe('RELEASED');
});

test('a published release shows its way, or where it stopped and why', async () => {
  const steps = async () => [
    { name: 'Live', state: 'done' as const, href: 'https://example.com/releases/draft/' },
    { name: 'Announced in news', state: 'stopped' as const, why: 'answered 500' },
  ];
  await using service = await startDesk({ desk: { site: { ...site, steps } } });
  const publisher = await signedIn(service);
  const published = await send(publisher, { do: 'now' });
  expect(published.text).toMatch(/Published\. Below is its way to readers\.\s+Published, 2026/);
  // What became of it is above the form.
  expect(published.html.indexOf('Its way to readers')).toBeLessThan(
    published.html.indexOf('<form'),
  );
  const lines = async () => (await publisher.get(path)).text;
  expect(await lines()).toMatch(/Received by the site\s+stopped\s+no hook gets release\.published/);
  expect(published.html).toContain('<a href="https://example.com/releases/draft/">See it</a>');
  expect(published.text).toContain('Saving announces nothing.');
  expect(await lines()).toMatch(/Live\s+done[\s\S]*Announced in news\s+stopped\s+answered 500/);
  await addHook(service.db, { url: hook.url, events: ['release.published'] }, service.clock.now());
  await send(publisher, { do: 'now' }, 'timed');
  const other = (await publisher.get('/desk/releases/timed')).text;
  expect(other).toMatch(/Received by example\.com\s+waiting/);
  for (const [outcome, advice] of [
    ['failed: ECONNREFUSED', /\(attempts: \d\): no receiver runs there; start it/],
    ['failed: HTTP 401', /: its WEBHOOK_SECRET is not the secret of this hook; “service hooks/],
  ] as const) {
    await service.db.updateTable('delivery').set({ due_at: null, outcome }).execute();
    expect((await publisher.get('/desk/releases/timed')).text).toMatch(advice);
  }
  await service.db.updateTable('delivery').set({ due_at: null, outcome: 'superseded' }).execute();
  const replaced = (await publisher.get('/desk/releases/timed')).text;
  expect(replaced).toMatch(
    /Received by example\.com\s+waiting\s+a later event is sent to it instead/,
  );
});

test('the form of a scheduled release has its time, which saving keeps', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  await send(publisher, { do: 'at', at: '2030-01-01T09:30', zone: 'Europe/Berlin', channels: [] });
  const page = await publisher.get(path);
  const form = page.form(path);
  expect([form.get('at'), form.get('zone')]).toEqual(['2030-01-01T08:30', 'UTC']);
  expect(page.text).toContain('Saving keeps this time.');
  form.set('do', '');
  await publisher.post(path, form);
  expect(await stored(service)).toMatchObject({ scheduled_at: '2030-01-01T08:30:00.000Z' });
});
