import { expect, test } from 'vitest';
import { WaymarkError } from '../../../src/model/errors.ts';
import type { Preview, PreviewInput } from '../../../src/model/preview.ts';
import type { Site } from '../../../src/service/desk/route.ts';
import { signedIn, startDesk } from './visitor.ts';

function siteWith(render: (input: PreviewInput) => Promise<string>, isOfSite = true): Site {
  const last = new Map<string, Preview>();
  const renderOnce = async (key: string, read: () => Promise<PreviewInput>) => {
    const page = last.get(key)?.page ?? (await render(await read()));
    const preview = { page, list: page, feed: page };
    last.set(key, preview);
    return preview;
  };
  return {
    renderMarkdown: (html) => ({ html }),
    channels: async () => ({ channels: [] }),
    isFormerSlug: async (slug: string) => slug === 'was-used',
    steps: async () => [],
    preview: renderOnce,
    isPreviewOfSite: isOfSite,
  };
}

test('a draft is previewed as if it were published now, and the page says what keeps it back', async () => {
  const inputs: PreviewInput[] = [];
  const site = siteWith(async (input) => {
    inputs.push(input);
    return '<style>b{}</style>Page';
  }, false);
  await using service = await startDesk({ desk: { site } });
  const writer = await signedIn(service, 'writer');
  const page = await writer.get('/desk/releases/draft/preview');
  expect(page.text).toMatch(/Readers do not see it yet\. A draft\./);
  expect(page.text).toContain('without --site');
  for (const part of ['page', 'list', 'feed']) {
    const { headers } = await writer.get(`/desk/releases/draft/preview/${part}`);
    expect(headers.get('content-security-policy')).toMatch(
      /^sandbox; default-src 'none'; style-src 'sha256-[^']+'; font-src data:; img-src \S+\/files\/ data:; .*frame-ancestors 'self'$/,
    );
  }
  // All parts are made at once.
  expect(inputs).toHaveLength(1);
  expect(inputs[0]?.release).toMatchObject({
    status: 'RELEASED',
    is_public: true,
    released_at: '2026-03-01T09:00:00.000Z',
  });
  await service.send('PATCH', '/v1/releases/draft', { title: 'Another title' });
  await writer.get('/desk/releases/draft/preview/page');
  expect(inputs.map(({ release }) => release.title)).toEqual(['Title of draft', 'Another title']);
});

test('a preview is made anew if something else that it shows was changed', async () => {
  const site = siteWith(
    async ({ release, projects }) => `${release.project?.name} ${projects.length}`,
  );
  await using service = await startDesk({ desk: { site } });
  const writer = await signedIn(service, 'writer');
  const path = '/desk/releases/oldest/preview/page';
  const before = (await writer.get(path)).text;
  await service.db.updateTable('project').set({ name: 'Renamed' }).execute();
  expect((await writer.get(path)).text).toBe(before.replace(/^\w+/, 'Renamed'));
});

test('a scheduled release is previewed with its time', async () => {
  const site = siteWith(async ({ release }) => `at ${release.released_at} ${release.scheduled_at}`);
  await using service = await startDesk({ desk: { site } });
  const writer = await signedIn(service, 'writer');
  const about = await writer.get('/desk/releases/timed/preview');
  expect(about.text).toContain('Scheduled, 2031-01-01 00:00 UTC.');
  const { text } = await writer.get('/desk/releases/timed/preview/page');
  expect(text).toBe('at 2031-01-01T00:00:00.000Z undefined');
});

test('a preview that fails says why, and is tried again', async () => {
  let turn = 0;
  const site = siteWith(async () => {
    turn += 1;
    if (turn === 1) throw new WaymarkError('The preview failed: no memory.');
    return 'Page';
  });
  await using service = await startDesk({ desk: { site } });
  const publisher = await signedIn(service);
  const failed = await publisher.get('/desk/releases/draft/preview/page');
  expect([failed.status, failed.text]).toEqual([422, expect.stringContaining('no memory')]);
  expect((await publisher.get('/desk/releases/draft/preview/page')).text).toBe('Page');
});
