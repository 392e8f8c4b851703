import { expect, test } from 'vitest';
import { finishBody } from '../../../../../src/site/base/html/body.ts';
import { stringsFor } from '../../../../../src/site/base/strings/languages/languages.ts';
import { fromHtml, writeMarkdown } from '../../../../../src/site/feeds/markdown/markdown.ts';
import { releaseRow } from '../../../../support/rows.ts';
import { startPreparing } from '../../../preparing.ts';
import { startSync } from '../../../run-sync.ts';
import { prepared } from '../as-release.ts';

const english = stringsFor('en');

const bodyOf = async (html: string) => (await prepared(html)).body;
const card = (href: string, inside: string) =>
  `<a href="${href}" rel="noopener nofollow ugc" class="video-card">${inside}</a>`;
const clip = 'https://cdn.example/clips/A%20tour.mp4';
const tour = card(clip, 'A tour.mp4<small>cdn.example</small>');

test.each([
  `<video src="${clip}" controls autoplay poster="/p.png"></video>`,
  `<video controls><source src="${clip}" type="video/mp4"><source src="/b.webm">Get a browser</video>`,
  `<video controls><source src="blob:x"><source src="${clip}"><track src="/t.vtt"></video>`,
  `<video src="javascript:alert(1)"><source src="${clip}"></video>`,
  `<audio src=" ${clip}"><a href="${clip}">Listen</a></audio>`,
])('replaces a player by a link to its media: %s', async (html) => {
  expect(await bodyOf(`<p>a ${html} b</p>`)).toBe(`<p>a ${tour} b</p>`);
});

test.each([
  ['title', `<video title="See it" src="${clip}"></video>`],
  ['label', `<video aria-label="See it" src="${clip}"></video>`],
])('titles the link with the player’s %s', async (_what, html) => {
  expect(await bodyOf(html)).toBe(card(clip, 'See it<small>cdn.example</small>'));
});

test('titles the link with the host if the media has no name', async () => {
  const src = 'https://github.com/user-attachments/assets/0123';
  expect(await bodyOf(`<video src="${src}"></video>`)).toBe(
    card(src, '<span class="untitled-video">github.com</span>'),
  );
  expect(await bodyOf(`<audio src="${src}"></audio>`)).toBe(card(src, 'github.com'));
});

test('resolves a relative address against the workspace’s page', async () => {
  expect(await bodyOf('<video src="clip.webm"></video>')).toBe(
    card(
      'https://workspace.example/changelog/clip.webm',
      'clip.webm<small>workspace.example</small>',
    ),
  );
});

test('links to the copy of media from the API’s host', async () => {
  await using it = await startPreparing();
  const { body } = await it.release({ body: '<video src="/files/film.mp4"></video>' });
  expect(body).toMatch(
    /^<a href="waymark-asset:\w+\.mp4" rel="[a-z ]+" class="video-card">film\.mp4<\/a>$/,
  );
  const html = finishBody(body, (path) => `https://example.com/${path}`, english);
  expect(writeMarkdown(fromHtml(html))).toMatch(
    /^\[film\.mp4\]\(https:\/\/example\.com\/assets\/\w+\.mp4\)\n$/,
  );
});

test('keeps the copies that bodies link to, and links to the original if there is no copy', async () => {
  const body = '<audio src="/files/talk.ogg"></audio><video src="/files/gone.mp4"></video>';
  await using it = await startSync({ releases: [releaseRow('a', { body })] });
  it.script.answers.set('/files/talk.ogg', () => new Response('OggS talk'));
  expect((await it.run()).warnings).toEqual([expect.stringContaining('/files/gone.mp4')]);
  const { releases, assets } = await it.content();
  const [file = ''] = assets;
  expect(releases.get('a')?.body).toContain(`<a href="waymark-asset:${file}"`);
  await it.run({ assets: false });
  expect((await it.content()).releases.get('a')?.body).toContain(
    `<a href="${it.api.url}/files/gone.mp4"`,
  );
});

test.each(['<video></video>', '<video src="data:video/mp4,x"></video>', '<audio src="blob:x">'])(
  'reports that it left out a player without a usable address: %s',
  async (html) => {
    const { body, notes } = await prepared(`<p>a</p>${html}`);
    expect(body).toBe('<p>a</p>');
    expect([...new Set(notes)]).toEqual(['left out a video or recording without a usable address']);
  },
);

test('keeps the content after an unclosed player', async () => {
  expect(await bodyOf(`<video src="${clip}"><p>after</p><h2>more</h2>`)).toBe(
    `${tour}<p>after</p><h2 id="n-more">more</h2>`,
  );
});

test('keeps the link of a player that is inside another link', async () => {
  expect(await bodyOf(`<a href="https://a.example/"><video src="${clip}"></video></a>`)).toBe(tour);
});

test('an address in a body cannot refer to a copy', async () => {
  const html = '<a href="waymark-asset:x.mp4">x</a><video src="waymark-asset:x.mp4"></video>';
  expect(await bodyOf(html)).toBe('x');
});
