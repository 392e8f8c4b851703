import { expect, test } from 'vitest';
import { attacks } from '../../../sync/prepare/html/attacks.ts';
import { siteContext } from '../../site.ts';
import { expectAbsolute, htmlOf } from './item-html.ts';

const page = 'https://example.com/notes/releases/a/';

test('gives pictures absolute URLs, in the body and in changes', () => {
  const image = '<img src="waymark-asset:abc.png" alt="">';
  const html = htmlOf({ body: image, changes: [{ type: 'new', html: image }] });
  expect(html.match(/src="[^"]+"/g)).toEqual([
    'src="https://example.com/notes/assets/abc.png"',
    'src="https://example.com/notes/assets/abc.png"',
  ]);
});

test('makes links within its own page absolute', () => {
  const body = '<p><a href="#n-x">x</a> <a title="a &#x26; b" href="#n-y" rel="z">y</a></p>';
  expect(htmlOf({ body })).toBe(
    `<p><a href="${page}#n-x">x</a> <a title="a &#x26; b" href="${page}#n-y" rel="z">y</a></p>`,
  );
});

test('leaves out attributes that make boxes scroll on the page', () => {
  const body =
    '<pre aria-label="waymark-label:code" tabindex="0" role="group"><code class="language-sh">role="x"\n</code></pre>';
  expect(htmlOf({ body })).toBe('<pre><code class="language-sh">role="x"\n</code></pre>');
});

test.each([
  '<p>Write href="#n-x" there</p>',
  '<p>&#x3C;a href="#n-x"></p>',
  '<abbr title="<a href=" lang="#n-x">x</abbr>',
  '<p id="n-<a" title=" href=">#</p>',
])('leaves text alone that only looks like a link: %s', (body) => {
  expect(htmlOf({ body })).toBe(body);
});

test('lists changes under their types below the body', () => {
  const site = siteContext();
  site.workspace.change_types = [{ slug: 'new', title: 'New & <shiny>', color: null }];
  const changes = [{ type: 'new', html: 'a <b>thing</b>' }];
  expect(htmlOf({ body: '<p>x</p>', changes }, site)).toBe(
    '<p>x</p><h2>New &amp; &lt;shiny></h2><ul><li>a <b>thing</b></li></ul>',
  );
});

test('shows the hero first, and files and links last', () => {
  const asset = { file: 'abc.png', width: 80, height: 40, bytes: 2000 };
  const html = htmlOf({
    title: 'A "quoted" <title>',
    hero: { type: 'image', asset },
    body: '<p>x</p>',
    attachments: [
      { type: 'FILE', title: 'Notes', asset: { file: 'd.pdf', bytes: 93_000 } },
      { type: 'LINK', title: 'R&D', url: 'https://r.example/?a=1&b="2"' },
    ],
  });
  expect(html).toBe(
    '<p><img src="https://example.com/notes/assets/abc.png" alt="Picture for “A &quot;quoted&quot; &lt;title>”" width="80" height="40"></p>' +
      '<p>x</p><h2>Links and files</h2><ul>' +
      '<li><a href="https://example.com/notes/assets/d.pdf">Notes</a> (PDF, 93 kB)</li>' +
      '<li><a href="https://r.example/?a=1&amp;b=&quot;2&quot;">R&amp;D</a></li></ul>',
  );
});

test('links to a video, because feeds do not play it', () => {
  const html = htmlOf({ hero: { type: 'video', url: 'https://v.example/1' }, body: '' });
  expect(html).toBe('<p><a href="https://v.example/1">Watch the video</a></p>');
});

test('links to a mirrored video by its absolute URL', () => {
  const asset = { file: 'abc.mp4', bytes: 3 };
  expect(htmlOf({ hero: { type: 'film', asset }, body: '' })).toBe(
    '<p><a href="https://example.com/notes/assets/abc.mp4">Watch the video</a></p>',
  );
});

test('has no relative URL, whatever the body', () => expectAbsolute(attacks));
