import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { addHook } from '../../../src/service/events/hooks.ts';
import { readRelease } from '../../../src/service/resources/releases/releases.ts';
import { release, sample } from '../sample.ts';
import type { Running } from '../start.ts';
import { signedIn, startDesk, type Visitor } from './visitor.ts';

/** Opens the form of a new release. Returns its values, and the address that it is sent to. */
async function openNew(visitor: Visitor) {
  const { html, form } = await visitor.get('/desk/new');
  const [, action = ''] = /<form action="(\/desk\/releases\/[^"]+)"/.exec(html) ?? [];
  return { action, id: action.split('/').at(-1) ?? '', form: form(action) };
}

async function write(visitor: Visitor, values: Record<string, string | string[] | File>) {
  const { action, id, form } = await openNew(visitor);
  for (const [name, value] of Object.entries(values)) {
    form.delete(name);
    for (const one of [value].flat()) form.append(name, one);
  }
  return { action, id, form, page: await visitor.post(action, form) };
}

const stored = async ({ db }: Running, id: string) => readRelease(db, id);

test('a writer writes a draft with everything that the form has', async () => {
  await using service = await startDesk();
  const writer = await signedIn(service, 'writer');
  const picture = new File([await readFile('scripts/sample/files/mira-okafor.png')], 'hero.png', {
    type: 'image/png',
  });
  const { id, page } = await write(writer, {
    title: 'Dark mode',
    version: '2.1.0',
    summary: 'Easier on the eyes.',
    body: 'Easier on the *eyes*.',
    project_id: 'p-api',
    label_ids: ['l-speed', 'l-safety'],
    contributor_ids: 'c-ada',
    is_public: 'on',
    is_pinned: 'on',
    is_pre_release: 'on',
    hero_file: picture,
    attachment_files: new File(['plain text'], 'notes.txt', { type: 'text/plain' }),
    attachments: 'https://example.com/plan Plan',
    added_text: '- A leak\n* Two *stars*\n\n3. A third',
  });
  expect(page.status).toBe(200);
  expect(page.text).toContain('Saved.');
  const made = await stored(service, id);
  expect(made).toMatchObject({
    ...{ title: 'Dark mode', slug: 'dark-mode', version: '2.1.0', status: 'DRAFT' },
    ...{ summary: 'Easier on the eyes.', body: '<p>Easier on the <em>eyes</em>.</p>' },
    ...{ is_public: true, is_pinned: true, is_pre_release: true },
    project: { id: 'p-api' },
    labels: [{ id: 'l-speed' }, { id: 'l-safety' }],
    contributors: [{ id: 'c-ada' }],
    hero: { type: 'image', url: expect.stringMatching(/^\/files\/[0-9a-f]{32}\.png$/) },
    changes: [
      { change_id: 'fixed', content: '<p>A leak</p>' },
      { change_id: 'fixed', content: '<p>Two <em>stars</em></p>' },
      { change_id: 'fixed', content: '<p>A third</p>' },
    ],
    attachments: [
      { type: 'LINK', content: { title: 'Plan', url: 'https://example.com/plan' } },
      {
        type: 'FILE',
        content: { title: 'notes.txt', size: 10, type: expect.stringContaining('text/plain') },
      },
    ],
  });
  expect((await service.call(made?.hero?.url ?? '')).status).toBe(200);
  // Opened and saved again, nothing changes.
  const again = await writer.submit(`/desk/releases/${id}`, `/desk/releases/${id}`);
  expect(again.status).toBe(200);
  expect(await stored(service, id)).toEqual(made);
});

test('a new release is public once it is published, and “Save and preview” shows its preview', async () => {
  await using service = await startDesk();
  const { id, page } = await write(await signedIn(service, 'writer'), {
    title: 'Seen at once',
    do: 'preview',
  });
  expect(page.html).toContain('<h1 class="page-title">Preview of Seen at once</h1>');
  expect(await stored(service, id)).toMatchObject({ status: 'DRAFT', is_public: true });
});

test('a form that is sent twice, with its files, makes one release', async () => {
  await using service = await startDesk();
  const writer = await signedIn(service, 'writer');
  const file = new File(['plain text'], 'notes.txt');
  const { action, form, id } = await write(writer, { title: 'Only once', attachment_files: file });
  const made = await stored(service, id);
  expect((await writer.post(action, form)).status).toBe(200);
  expect(await stored(service, id)).toEqual(made);
  const { length } = await service.db.selectFrom('file').select('name').execute();
  expect(length).toBe(1);
  expect((await service.get('/v1/releases?limit=100')).body).toHaveLength(
    sample().releases.length + 1,
  );
  const typed = (await writer.get(action)).form(action);
  typed.set('attachments', `${made?.attachments[0]?.content.url}\nhttps://example.com/`);
  for (const _ of [1, 2]) expect((await writer.post(action, typed)).status).toBe(200);
  expect((await stored(service, id))?.attachments.map(({ type }) => type)).toEqual([
    ...['FILE', 'LINK'],
  ]);
});

test('releases of the API, whatever is in them, are shown and saved unchanged', async () => {
  const hostile = '</textarea><script>alert(1)</script><img src=x onerror=alert(1)>';
  const odd = release('odd', {
    ...{ title: hostile, body: `\n<p>${hostile}`, summary: hostile, version: hostile },
    changes: [
      { title: hostile, color: '#000000', content: hostile },
      { id: 'x', change_id: 'fixed', content: 'a * b' },
    ],
  });
  const data = { ...sample(), releases: [odd, ...sample().releases] };
  await using service = await startDesk({ data });
  const publisher = await signedIn(service);
  for (const { id } of data.releases) {
    const before = await stored(service, id);
    const page = await publisher.get(`/desk/releases/${id}`);
    expect(page.html).not.toMatch(/<script>|<img/i);
    expect((await publisher.submit(`/desk/releases/${id}`, `/desk/releases/${id}`)).status).toBe(
      200,
    );
    expect(await stored(service, id)).toEqual(before);
  }
});

test('buttons add, move and remove changes, and keep what is typed and uploaded', async () => {
  await using service = await startDesk();
  const writer = await signedIn(service, 'writer');
  const { action, form, id } = await openNew(writer);
  form.set('title', 'Not saved yet');
  form.set('added_text', 'one\ntwo\nthree');
  form.append(
    'hero_file',
    new File([await readFile('scripts/sample/files/mira-okafor.png')], 'h.png'),
  );
  const texts = (page: { form: (action: string) => FormData }) =>
    page.form(action).getAll('change_text');
  let page = await writer.post(action, withButton(form, 'add'));
  expect(texts(page)).toEqual(['one', 'two', 'three']);
  for (const [what, expected] of [
    ['down-0', ['two', 'one', 'three']],
    ['up-2', ['two', 'three', 'one']],
    ['remove-1', ['two', 'one']],
    ['up-0', ['two', 'one']],
    ['down-9', ['two', 'one']],
  ] as const) {
    page = await writer.post(action, withButton(page.form(action), what));
    expect(page.status).toBe(200);
    expect(texts(page)).toEqual([...expected]);
  }
  expect(page.form(action).get('title')).toBe('Not saved yet');
  expect(page.form(action).get('hero_url')).toMatch(/^\/files\/.*\.png$/);
  expect(await stored(service, id)).toBeUndefined();
});

test('a change that is edited, moved or added leaves the ids of all changes, and titles without a type', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  const path = '/desk/releases/oldest';
  const changes = async () => (await stored(service, 'oldest'))?.changes;
  const own = { id: 'oldest-change', change_id: 'fixed' };
  const titled = { title: 'New', color: '#16a34a' };
  await publisher.submit(path, path, { change_text: ['A leak, mended', 'Another thing'] });
  expect(await changes()).toEqual([
    { ...own, content: '<p>A leak, mended</p>' },
    { ...titled, content: '<p>Another thing</p>' },
  ]);
  const form = (await publisher.get(path)).form(path);
  form.set('added_text', 'One\nTwo');
  for (const _ of [1, 2]) expect((await publisher.post(path, form)).status).toBe(200);
  const added = (await changes())?.slice(2) ?? [];
  expect(added).toMatchObject([{ content: '<p>One</p>' }, { content: '<p>Two</p>' }]);
  const moved = await publisher.post(
    path,
    withButton((await publisher.get(path)).form(path), 'up-3'),
  );
  await publisher.post(path, withButton(moved.form(path), ''));
  expect(await changes()).toEqual([
    { ...own, content: '<p>A leak, mended</p>' },
    { ...titled, content: '<p>Another thing</p>' },
    ...added.toReversed(),
  ]);
});

test('changes of several types are typed into one form, each beside its type, and none is lost', async () => {
  const data = sample();
  const types = [
    ...data.workspace.release_change_types,
    { id: 'new', title: 'New', color: '#0a0' },
  ];
  const workspace = { ...data.workspace, release_change_types: types };
  await using service = await startDesk({ data: { ...data, workspace } });
  const writer = await signedIn(service, 'writer');
  const { id, form, action } = await openNew(writer);
  form.set('title', 'With two types');
  form.delete('added_text');
  for (const text of ['A leak\nA crash', '* A *button*']) form.append('added_text', text);
  for (const _ of [1, 2]) expect((await writer.post(action, form)).status).toBe(200);
  expect((await stored(service, id))?.changes).toMatchObject([
    { change_id: 'fixed', content: '<p>A leak</p>' },
    { change_id: 'fixed', content: '<p>A crash</p>' },
    { change_id: 'new', content: '<p>A <em>button</em></p>' },
  ]);
});

function withButton(form: FormData, what: string): FormData {
  form.set('do', what);
  return form;
}

test('Markdown stays beside the HTML until somebody else changes the HTML', async () => {
  await using service = await startDesk();
  const writer = await signedIn(service, 'writer');
  const { id } = await write(writer, { title: 'Markdown', body: '# One\n\n- two' });
  const path = `/desk/releases/${id}`;
  const shown = async () => (await writer.get(path)).form(path);
  expect((await shown()).get('body')).toBe('# One\n\n- two');
  await service.send('PATCH', `/v1/releases/${id}`, { title: 'Another title' });
  expect((await shown()).get('format')).toBe('markdown');
  await service.send('PATCH', `/v1/releases/${id}`, { body: '<p>By a robot' });
  expect([(await shown()).get('body'), (await shown()).get('format')]).toEqual([
    '<p>By a robot',
    'html',
  ]);
  await writer.submit(path, path, { body: '<p>Edited' });
  expect((await stored(service, id))?.body).toBe('<p>Edited');
});

test.each<[string, Record<string, string>, string, RegExp]>([
  ['a short title', { title: 'ab' }, 'title', /3 to 255 characters/],
  ['a title without letters', { title: '!!!' }, 'slug', /lower-case letters/],
  ['a slug with capitals', { title: 'Good', slug: 'Not-Good' }, 'slug', /lower-case letters/],
  ['a slug that is taken', { title: 'Good', slug: 'oldest' }, 'slug', /oldest-2 is free/],
  [
    'a hero that is no address',
    { title: 'Good', hero_url: 'javascript:alert(1)' },
    'hero_url',
    /https/,
  ],
  [
    'an attachment that is no address',
    { title: 'Good', attachments: 'javascript:alert(1)' },
    'attachments',
    /https/,
  ],
  ['a project that is gone', { title: 'Good', project_id: 'gone' }, 'project_id', /project/],
])('%s comes back filled, with the message beside the field', async (_what, values, name, why) => {
  const releases = sample().releases.map((one) => ({ ...one, slug: one.id }));
  await using service = await startDesk({ data: { ...sample(), releases } });
  const writer = await signedIn(service, 'writer');
  const given = { summary: 'What I typed', is_public: 'on', ...values };
  const { action, id, page } = await write(writer, { ...given, added_text: 'A change' });
  expect(page.status).toBe(422);
  const [, message = ''] = new RegExp(`id="${name}-problem">([^<]*)`).exec(page.html) ?? [];
  expect(message).toMatch(why);
  expect(page.html).toContain(`<a href="#${name}">`);
  const again = page.form(action);
  expect(again.getAll('change_text')).toEqual(['A change']);
  for (const [field, value] of Object.entries(given))
    if (value !== 'gone') expect(again.getAll(field)).toContain(value);
  expect(await stored(service, id)).toBeUndefined();
});

test('an attachment has the name of its file, in any language', async () => {
  await using service = await startDesk();
  const writer = await signedIn(service, 'writer');
  const names = ['Überblick “1”.txt', 'a "b" 100%.txt', '変更.txt'];
  const { action, id, form } = await openNew(writer);
  form.set('title', 'With files');
  for (const name of names) form.append('attachment_files', new File([name], name));
  await writer.post(action, form);
  const made = await stored(service, id);
  expect(made?.attachments.map(({ content }) => content.title)).toEqual(names);
});

test('a file that is refused is named beside its field, and nothing typed is lost', async () => {
  await using service = await startDesk();
  const writer = await signedIn(service, 'writer');
  const file = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'x.svg');
  const { action, page } = await write(writer, { title: 'With a drawing', hero_file: file });
  expect(page.status).toBe(422);
  expect(page.html).toMatch(/id="hero_file-problem">SVG/);
  expect(page.form(action).get('title')).toBe('With a drawing');
});

test.each(['somebody else on the desk', 'the API'])(
  'a stale save is 409 and shows both, after a change by %s',
  async (who) => {
    await using service = await startDesk();
    const [ada, bob] = [
      await signedIn(service, 'writer', 'Ada'),
      await signedIn(service, 'writer', 'Bob'),
    ];
    const { id } = await write(ada, { title: 'First title', body: 'First text' });
    const path = `/desk/releases/${id}`;
    const mine = (await ada.get(path)).form(path);
    mine.set('title', 'Title by Ada');
    if (who === 'the API')
      await service.send('PATCH', `/v1/releases/${id}`, { body: '<p>Theirs</p>' });
    else await bob.submit(path, path, { body: 'Theirs' });
    const page = await ada.post(path, mine);
    expect(page.status).toBe(409);
    expect(page.text).toMatch(/Title by Ada/);
    expect(page.html).toContain('&lt;p&gt;Theirs&lt;/p&gt;');
    expect(page.form(path).get('title')).toBe('Title by Ada');
    expect(await stored(service, id)).toMatchObject({
      title: 'First title',
      body: '<p>Theirs</p>',
    });
    expect((await ada.post(path, page.form(path))).status).toBe(200);
    expect(await stored(service, id)).toMatchObject({
      title: 'Title by Ada',
      body: '<p>First text</p>',
    });
  },
);

test('a label that gets another name meanwhile does not make the form stale', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  const path = '/desk/releases/oldest';
  const form = (await publisher.get(path)).form(path);
  await service.db.updateTable('label').set({ name: 'Renamed' }).execute();
  form.set('title', 'Saved all the same');
  expect((await publisher.post(path, form)).status).toBe(200);
  expect(await stored(service, 'oldest')).toMatchObject({
    title: 'Saved all the same',
    labels: [{ name: 'Renamed' }, { name: 'Renamed' }],
  });
});

test('a release that was removed meanwhile can be made anew with what was typed', async () => {
  await using service = await startDesk();
  const writer = await signedIn(service, 'writer');
  const { id } = await write(writer, { title: 'To be removed' });
  const path = `/desk/releases/${id}`;
  const mine = (await writer.get(path)).form(path);
  await service.send('DELETE', `/v1/releases/${id}`);
  const page = await writer.post(path, mine);
  expect(page.status).toBe(409);
  expect((await writer.post(path, page.form(path))).status).toBe(200);
  expect(await stored(service, id)).toMatchObject({ title: 'To be removed' });
});

test('what was typed when the session expired is on the page, and is sent again after signing in', async () => {
  await using service = await startDesk();
  const writer = await signedIn(service, 'writer', 'Ada');
  const { action, form, id } = await openNew(writer);
  form.set('title', 'Typed for thirteen hours');
  form.set('body', '  two\n\nlines');
  service.clock.advance(13 * 60 * 60_000);
  const page = await writer.post(action, form);
  expect(page.status).toBe(401);
  const again = await signedIn(service, 'writer', 'Ada');
  expect((await again.post(action, page.form(action))).status).toBe(200);
  expect(await stored(service, id)).toMatchObject({ title: 'Typed for thirteen hours' });
});

test('writers change drafts only', async () => {
  await using service = await startDesk();
  const writer = await signedIn(service, 'writer');
  for (const id of ['oldest', 'timed', 'hidden']) {
    const before = await stored(service, id);
    const path = `/desk/releases/${id}`;
    const page = await writer.submit(path, path, { title: 'By a writer' });
    expect(page.status).toBe(422);
    expect(page.text).toContain('Only publishers change');
    expect(await stored(service, id)).toEqual(before);
  }
  expect((await writer.get('/desk/releases/oldest')).html).not.toContain('/publish"');
});

test('a change of a published release is an event, and saving without a change sends nothing', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  const path = '/desk/releases/oldest';
  const events = async () => (await service.db.selectFrom('event').select('name').execute()).length;
  const hook = { url: 'https://example.com/', events: ['content.changed' as const] };
  await addHook(service.db, hook, service.clock.now());
  await publisher.submit(path, path);
  expect(await events()).toBe(0);
  await publisher.submit(path, path, { title: 'Corrected' });
  expect(await events()).toBe(1);
});

test('without a title, only the title is wrong; what is shown again is not saved yet', async () => {
  await using service = await startDesk();
  const writer = await signedIn(service, 'writer');
  const untitled = await write(writer, { title: '', summary: 'Kept' });
  expect([untitled.page.status, untitled.page.html.includes('id="slug-problem"')]).toEqual([
    422,
    false,
  ]);
  expect(untitled.page.html).toContain('id="title-problem"');
  const again = await write(writer, { title: 'Typed', do: 'show' });
  expect(again.page.text).toContain('It is not saved yet.');
  expect(again.page.form(again.action).get('title')).toBe('Typed');
  expect(await stored(service, again.id)).toBeUndefined();
});

test('has no boxes without labels, contributors and projects, and saves', async () => {
  const none = { projects: [], labels: [], contributors: [], releases: [], milestones: [] };
  await using service = await startDesk({ data: { ...sample(), ...none } });
  const writer = await signedIn(service, 'writer');
  const { html } = await writer.get('/desk/new');
  expect(html).toContain('id="attachments"');
  expect(html).not.toMatch(/id="(?:project_id|label_ids|contributor_ids)"/);
  const { id } = await write(writer, { title: 'Dark mode' });
  expect(await stored(service, id)).toMatchObject({ labels: [], contributors: [] });
});
