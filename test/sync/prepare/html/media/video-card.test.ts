import { expect, test } from 'vitest';
import { prepared } from '../as-release.ts';

const bodyOf = async (html: string) => (await prepared(html)).body;
const card = (href: string, inside: string) =>
  `<a href="${href}" rel="noopener nofollow ugc" class="video-card">${inside}</a>`;
const untitled = (provider: string) => `<span class="untitled-video">${provider}</span>`;

test.each([
  ['https://www.youtube.com/embed/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['//www.youtube.com/embed/dQw4w9WgXcQ?rel=0', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['HTTPS://www.youtube-nocookie.com/embed/a-_3456', 'https://www.youtube.com/watch?v=a-_3456'],
  [
    'https://www.youtube.com/embed/videoseries?list=PL1',
    'https://www.youtube.com/playlist?list=PL1',
  ],
])('replaces %s by a link to its YouTube page', async (src, page) => {
  expect(await bodyOf(`<iframe src="${src}"></iframe>`)).toBe(card(page, untitled('YouTube')));
});

test.each([
  ['https://player.vimeo.com/video/76979871', 'https://vimeo.com/76979871'],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e', 'https://vimeo.com/76979871/8272103f6e'],
])('replaces %s by a link to its Vimeo page', async (src, page) => {
  expect(await bodyOf(`<iframe src="${src}"></iframe>`)).toBe(card(page, untitled('Vimeo')));
});

test('replaces a Loom video by a link to its page', async () => {
  const html = '<iframe src="https://www.loom.com/embed/0123abcd?sid=x" allowfullscreen></iframe>';
  expect(await bodyOf(html)).toBe(card('https://www.loom.com/share/0123abcd', untitled('Loom')));
});

test('titles the link with the title of the frame', async () => {
  const html = '<iframe src="https://player.vimeo.com/video/1" title="A tour"></iframe>';
  const inside = 'A tour<small>Vimeo</small>';
  expect(await bodyOf(html)).toBe(card('https://vimeo.com/1', inside));
});

test('keeps the link of a video whose frame is inside another link', async () => {
  const frame = '<iframe src="https://player.vimeo.com/video/1"></iframe>';
  expect(await bodyOf(`<a href="https://a.example/">${frame}</a>`)).toBe(
    card('https://vimeo.com/1', untitled('Vimeo')),
  );
});

test.each([
  ['https://demo.example/tour/1', 'https://demo.example/tour/1', 'demo.example'],
  [
    'https://www.youtube.com.evil.example/embed/dQw4w9WgXcQ',
    'https://www.youtube.com.evil.example/embed/dQw4w9WgXcQ',
    'www.youtube.com.evil.example',
  ],
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'www.youtube.com',
  ],
  ['https://player.vimeo.com/video/one', 'https://player.vimeo.com/video/one', 'player.vimeo.com'],
  ['//demo.example/tour', 'https://demo.example/tour', 'demo.example'],
  ['/tour', 'https://workspace.example/tour', 'workspace.example'],
])('links to the content of any other frame: %s', async (src, page, host) => {
  expect(await bodyOf(`<p>before</p><iframe src="${src}"><p>inside</p></iframe>`)).toBe(
    `<p>before</p>${card(page, host)}`,
  );
});

test('titles the link to any other frame with its title and host', async () => {
  const html = '<iframe src="https://demo.example/" title="Try it"></iframe>';
  const inside = 'Try it<small>demo.example</small>';
  expect(await bodyOf(html)).toBe(card('https://demo.example/', inside));
});

test.each([
  '',
  'src="javascript:alert(1)"',
  'src="data:text/html,x"',
  'src="about:blank"',
  'srcdoc="&lt;p&gt;x&lt;/p&gt;"',
])('reports that it left out a frame without a usable address: %s', async (attributes) => {
  const { body, notes } = await prepared(`<p>before</p><iframe ${attributes}></iframe>`);
  expect(body).toBe('<p>before</p>');
  expect([...new Set(notes)]).toEqual(['left out a frame without a usable address']);
});
