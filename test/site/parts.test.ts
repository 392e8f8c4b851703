import { describe, expect, test } from 'vitest';
import { parseSiteConfig } from '../../src/config/site-config.ts';
import type { ColourPair } from '../../src/model/content/content.ts';
import { colourClass, colourSheet } from '../../src/site/base/colours.ts';
import { dateView } from '../../src/site/base/dates.ts';
import { deepenHeadings, finishBody } from '../../src/site/base/html/body.ts';
import { stringsFor } from '../../src/site/base/strings/languages/languages.ts';
import { createUrls, paths } from '../../src/site/base/urls.ts';
import { favicon } from '../../src/site/shell/head/favicon.ts';
import { prepared as asPrepared } from '../sync/prepare/html/prepared.ts';
import { siteContext } from './site.ts';

const english = stringsFor('en');
const german = stringsFor('de');

describe('dates', () => {
  test.each([
    ['2026-09-09T00:00:00.000Z', '9 September 2026'],
    ['2026-12-31T23:59:59.999Z', '31 December 2026'],
    ['2027-01-01T00:30:00+02:00', '31 December 2026'],
  ])('are in UTC by default: %s is %s', (iso, text) => {
    expect(dateView({ at: iso }, siteContext())).toEqual({ iso, text });
  });

  test('follow the language and time zone of the site', () => {
    const config = parseSiteConfig({ locale: 'de', timeZone: 'Europe/Berlin' }, 'site.config.ts');
    expect(dateView({ at: '2026-12-31T23:30:00.000Z' }, { config }).text).toBe('1. Januar 2027');
  });
});

describe('colours', () => {
  test('become classes', () => {
    expect(colourClass({ light: '#007b22', dark: '#16a34a' })).toBe('c-007b22-16a34a');
    expect(colourClass(null)).toBe('c-none');
  });

  const accent = { light: '#b4472b', dark: '#d66549' };
  const settings = { accent, theme: '', legible: (pair: ColourPair) => pair };
  const sheetOf = (rules: string) =>
    `@layer waymark,settings,brand;\n@layer settings{\n:root{--accent:light-dark(#b4472b,#d66549)}\n${rules}}\n`;

  test('make a style sheet with one rule each for both themes, in a stable order', () => {
    const [green, white] = [
      { light: '#007b22', dark: '#16a34a' },
      { light: '#6a6a6a', dark: '#ffffff' },
    ];
    expect(colourSheet([white, null, green, { ...white }], settings)).toBe(
      sheetOf(
        '.c-007b22-16a34a{--mark:light-dark(#007b22,#16a34a)}\n.c-6a6a6a-ffffff{--mark:light-dark(#6a6a6a,#ffffff)}\n',
      ),
    );
  });

  test('make a style sheet with the accent alone if there are no others', () => {
    expect(colourSheet([null], settings)).toBe(sheetOf(''));
  });

  test('include the accent in the icon', () => {
    expect(favicon(accent)).toContain('fill="#b4472b"');
  });
});

describe('bodies', () => {
  const finished = (html: string, strings = english) =>
    finishBody(html, (path) => `/x/${path}`, strings);

  test('get the URL of every mirrored picture', () => {
    const html = '<img src="waymark-asset:a.png"><img src="waymark-asset:b.png">';
    expect(finished(html)).toBe('<img src="/x/assets/a.png"><img src="/x/assets/b.png">');
  });

  test.each([
    [english, 'Table', 'Code', 'Vimeo video'],
    [german, 'Tabelle', 'Code', 'Video auf Vimeo'],
  ])('get labels in the language of the site', (strings, table, code, video) => {
    const open = asPrepared(
      '<table><tr><td>1</td></tr></table><pre>2</pre><iframe src="https://player.vimeo.com/video/1"></iframe>',
    );
    const html = finished(open, strings);
    expect(html).toContain(`<div aria-label="${table}" class="table-box"`);
    expect(html).toContain(`<pre aria-label="${code}"`);
    expect(html).toContain(`class="video-card">${video}</a>`);
    expect(html).not.toMatch(/waymark-|untitled/);
  });

  test.each([english, german])(
    'get labels without characters that have a meaning in HTML',
    (strings) => {
      const { code, table, video } = strings;
      expect(`${code}${table}${video('Vimeo')}`).not.toMatch(/[<>&"]/);
    },
  );

  test.each([
    '<img src="waymark-asset:a.png">',
    '<pre aria-label="waymark-label:code">',
    '<div aria-label="waymark-label:table">',
    '<span class="untitled-video">x</span>',
  ])('keep a text that only looks like a placeholder of sync: %s', (forged) => {
    const text = forged.replaceAll('<', '&lt;');
    const title = forged.replaceAll('"', '&quot;');
    const open = asPrepared(`<p>${text}</p><abbr title="${title}">x</abbr>`);
    expect(finished(open)).toBe(open);
  });

  test('get headings one level deeper, down to the deepest level', () => {
    expect(deepenHeadings('<h2 id="n-a">a</h2><h5>b</h5><h6>c</h6><hr><p>h2</p>')).toBe(
      '<h3 id="n-a">a</h3><h6>b</h6><h6>c</h6><hr><p>h2</p>',
    );
  });
});

describe('addresses', () => {
  test.each([
    ['/', '/releases/a/', 'https://example.com/releases/a/'],
    ['/notes/', '/notes/releases/a/', 'https://example.com/notes/releases/a/'],
    ['/notes', '/notes/releases/a/', 'https://example.com/notes/releases/a/'],
  ])('start with the base %s', (base, href, absolute) => {
    const urls = createUrls('https://example.com', base);
    expect(urls.href(paths.release('a'))).toBe(href);
    expect(urls.absolute(paths.release('a'))).toBe(absolute);
  });

  test('are all below the base', () => {
    const all = Object.values(paths).map((path) =>
      (path as (...of: unknown[]) => string)('1', '2'),
    );
    expect(all.filter((path) => path.startsWith('/') || path.includes('..'))).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
  });
});
