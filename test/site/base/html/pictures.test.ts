import { expect, test } from 'vitest';
import { pictureSources, placePictures } from '../../../../src/site/base/html/pictures.ts';
import { siteContext, siteWith } from '../../site.ts';

const site = siteContext();
const img = (width: number, alt = 'A chart', file = 'f.png') =>
  `<img src="/notes/assets/${file}" alt="${alt}" width="${width}" height="9" loading="lazy">`;
const place = (html: string, pictures?: Record<string, number[]>) =>
  placePictures(html, { pictures }, site);

test('a picture gets its versions, and links to the original', () => {
  expect(place(`<p>x${img(2000)}y</p>`, { 'f.png': [800, 1600] })).toBe(
    '<p>x<a class="picture" href="/notes/assets/f.png"><img src="/notes/assets/f.png" alt="A chart" width="2000" height="9" loading="lazy" srcset="/notes/assets/f-800.webp 800w, /notes/assets/f-1600.webp 1600w" sizes="min(552px, 100vw - 3rem)"></a>y</p>',
  );
});

test('a link to a picture without a description gets a label', () => {
  expect(place(img(900, ''))).toBe(
    `<a class="picture" href="/notes/assets/f.png" aria-label="View the picture">${img(900, '')}</a>`,
  );
});

test.each([
  ['a narrow picture', img(552)],
  ['a picture in a link', `<a href="https://example.com/"><b>${img(900)}</b></a>`],
  ['a picture in a summary', `<details><summary>${img(900)}</summary>x</details>`],
  ['no picture', '<p>x</p>'],
])('%s gets no link', (_what, html) => {
  expect(place(html)).toBe(html);
});

test('a picture after a link gets its own link', () => {
  const link = '<a href="https://example.com/">x</a>';
  expect(place(link + img(900))).toBe(
    `${link}<a class="picture" href="/notes/assets/f.png">${img(900)}</a>`,
  );
});

test.each([
  [[800, 1600], 2000, ['f-800.webp 800w', 'f-1600.webp 1600w']],
  [[800, 1200], 1200, ['f-800.webp 800w', 'f-1200.webp 1200w']],
  // There is no version as wide as the original if it would have more bytes.
  [[800], 1200, ['f-800.webp 800w', 'f.png 1200w']],
  [[800], 2000, ['f-800.webp 800w', 'f.png 2000w']],
])(
  'browsers choose from versions %j of a picture %i pixels wide, or get the original',
  (widths, width, sources) => {
    const { srcset } = pictureSources({ file: 'f.png', width }, { 'f.png': widths }, site);
    expect(srcset).toBe(sources.map((one) => `/notes/assets/${one}`).join(', '));
  },
);

test('a picture without versions has no srcset', () => {
  expect(pictureSources({ file: 'f.png', width: 900 }, { 'f.png': [] }, site)).toEqual({});
  expect(pictureSources({ file: 'f.png', width: 900 }, undefined, site)).toEqual({});
});

test('sizes follow the width of the site’s own column', () => {
  const wide = siteWith({ theme: { width: { text: '40rem' } } });
  expect(pictureSources({ file: 'f.png' }, { 'f.png': [800] }, wide).sizes).toBe(
    'min(40rem, 100vw - 3rem)',
  );
});
