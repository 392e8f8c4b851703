import { expect, test } from 'vitest';
import { missingSources } from '../../../../src/tools/mount/frame/missing-sources.ts';
import { withoutTitle } from '../../../../src/tools/mount/frame/without-title.ts';

test('lists the sources that pages need beyond the site’s policy, keeping what the policy allows', () => {
  expect(missingSources(undefined)).toEqual([]);
  expect(missingSources(["script-src 'self'"])).toEqual([]);
  expect(missingSources(["default-src 'self'"])).toEqual([]);
  expect(missingSources(['default-src https://a.example', "img-src 'self'"])).toEqual([
    "media-src 'self' https://a.example",
    "font-src 'self' https://a.example",
    "connect-src 'self' https://a.example",
  ]);
  expect(missingSources(["default-src 'none'", 'img-src https:'])).toContain("img-src 'self'");
});

test('takes the title out of the page for a frame that shows it itself', () => {
  expect(withoutTitle('<p>a</p><h1 class="entry-title">A &amp; B</h1><h2>c</h2>')).toEqual({
    html: '<p>a</p><h2>c</h2>',
    title: 'A & B',
  });
  expect(withoutTitle('<h1 class="page-title">Changelog<small>Page 3</small></h1>')).toEqual({
    html: '<div class="page-title"></div>',
    title: 'Changelog – Page 3',
  });
  expect(withoutTitle('<p>$&</p>')).toEqual({ html: '<p>$&</p>', title: undefined });
});
