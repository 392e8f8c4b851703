import { expect, test } from 'vitest';
import { parseSiteConfig } from '../../src/config/site-config.ts';

const parse = (value: unknown) => parseSiteConfig(value, 'site.config.ts', ['en']);

const theme = {
  faces: { text: 'Georgia, "Noto Serif", serif', heading: 'Brand Sans', code: '"My Mono 2"' },
  paper: { light: '#E3EFE0', dark: '#0c2618' },
  ink: { light: '#10261a' },
  radius: '0.5em',
  width: { text: '68ch', page: '100rem' },
};

const small = { width: 28, height: 28, replacesName: false };

test('accepts a theme, and can parse its own output', () => {
  const config = parse({ theme, styles: './brand.css', logo: 'logo.svg', favicon: 'icon.png' });
  expect(config.theme).toEqual({ ...theme, paper: { light: '#e3efe0', dark: '#0c2618' } });
  expect(config.styles).toEqual(['./brand.css']);
  expect(config.logo).toEqual({ light: 'logo.svg', dark: 'logo.svg', ...small });
  expect(config.favicon).toEqual(['icon.png']);
  expect(parse(JSON.parse(JSON.stringify(config)))).toEqual(config);
});

test.each([
  [{ faces: { text: 'Georgia; color: red' } }, 'theme.faces.text'],
  [{ faces: { text: 'Georgia} body {' } }, 'theme.faces.text'],
  [{ faces: { code: 'url(x)' } }, 'theme.faces.code'],
  [{ faces: { heading: '"unclosed' } }, 'theme.faces.heading'],
  [{ radius: '4px}' }, 'theme.radius'],
  [{ radius: 'calc(1px + 1px)' }, 'theme.radius'],
  [{ radius: '-4px' }, 'theme.radius'],
  [{ width: { text: '60%' } }, 'theme.width.text'],
  [{ paper: { light: 'white' } }, 'theme.paper.light'],
  [{ colour: '#ffffff' }, 'theme'],
])('refuses a theme with %j', (bad, where) => {
  expect(() => parse({ theme: bad })).toThrow(`  ${where}: `);
});

test('for unreadable colours, names the setting, the contrast and a colour that works', () => {
  const bad = { paper: { light: '#ffffff', dark: '#c0ffee' }, ink: { light: '#777777' } };
  expect(() => parse({ theme: bad })).toThrowErrorMatchingInlineSnapshot(`
    [SettingsError: Some settings of the site are invalid:
      theme.ink.light: #777777 on the background #ffffff has a contrast of 4.47, but text needs 7; try #595959
      theme.paper.dark: #c0ffee is too light for the dark theme: coloured code has a contrast of 2.36 on this background, but needs 4.5; use a darker background
    Set them in site.config.ts (docs/reference.md lists all of them).]
  `);
});

test('accepts tags for the head', () => {
  const head = [
    { tag: 'meta', attributes: { name: 'verification', content: '</script>"' } },
    { tag: 'link', attributes: { rel: 'me', href: 'https://social.example/@us' } },
    { tag: 'script', attributes: { src: '/a.js', defer: true } },
    { tag: 'script', content: 'let one = 1 < 2;' },
    { tag: 'style', content: 'p > a {}' },
  ];
  expect(parse({ head }).head).toHaveLength(5);
});

const attributes = { rel: 'x' };
test.each([
  [{ tag: 'base', attributes: { href: '/' } }, 'head.0.tag'],
  [{ tag: 'meta', attributes: { 'http-equiv': 'refresh' } }, 'head.0.attributes.http-equiv'],
  [{ tag: 'meta', attributes: { 'HTTP-EQUIV': 'refresh' } }, 'head.0.attributes.HTTP-EQUIV'],
  [{ tag: 'meta', attributes: { charset: 'latin1' } }, 'head.0.attributes.charset'],
  [{ tag: 'link', attributes: { ...attributes, onload: 'x' } }, 'head.0.attributes.onload'],
  [{ tag: 'link', attributes: { ...attributes, style: 'x' } }, 'head.0.attributes.style'],
  [{ tag: 'link', attributes: { href: 'javascript:1' } }, 'head.0.attributes.href'],
  [{ tag: 'link', attributes: { href: ' javascript:1' } }, 'head.0.attributes.href'],
  [{ tag: 'script', attributes: { src: 'data:text/javascript,1' } }, 'head.0.attributes.src'],
  [{ tag: 'script', attributes: { src: '//cdn.example/a.js' } }, 'head.0.attributes.src'],
  [{ tag: 'link', attributes: { 'a b><': 'x' } }, 'head.0.attributes.a b><'],
  [{ tag: 'script', content: '"</SCRIPT >"' }, 'head.0.content'],
  [{ tag: 'script', content: '<!-- <script>' }, 'head.0.content'],
  [{ tag: 'style', content: '</style' }, 'head.0.content'],
  [{ tag: 'script' }, 'head.0'],
  [{ tag: 'script', attributes: { src: '/a.js' }, content: 'both' }, 'head.0'],
  [{ tag: 'meta', attributes: {}, content: 'text' }, 'head.0'],
])('refuses the tag %j', (entry, where) => {
  expect(() => parse({ head: [entry] })).toThrow(`  ${where}: `);
});

test.each([
  [
    { light: 'a.svg', dark: 'b.svg' },
    { light: 'a.svg', dark: 'b.svg', ...small },
  ],
  [
    { src: 'a.svg', width: 160, replacesName: true },
    { light: 'a.svg', dark: 'a.svg', width: 160, height: 28, replacesName: true },
  ],
])('accepts a logo of %j', (logo, expected) => {
  const config = parse({ logo });
  expect(config.logo).toEqual(expected);
  expect(parse(JSON.parse(JSON.stringify(config)))).toEqual(config);
});

test.each([
  ...['https://x.example/a.svg', '/a.svg', 'a.gif', '../a.svg', { light: 'a.svg' }],
  ...[
    { src: 'a.svg', light: 'a.svg', dark: 'a.svg' },
    { src: 'a.svg', width: 0 },
  ],
  ...[
    { src: 'a.svg', height: 1000 },
    { src: 'a.svg', replacesName: 'yes' },
  ],
])('refuses a logo of %j', (logo) => {
  expect(() => parse({ logo })).toThrow(/such as "logo.svg"|logo.(?:width|height): /);
});

test.each(['https://x.example/a.svg', 'icon.jpg'])('refuses an icon of %s', (favicon) => {
  expect(() => parse({ favicon })).toThrow('favicon');
});

test('refuses a style sheet of another site', () => {
  expect(() => parse({ styles: 'https://x.example/a.css' })).toThrow('styles');
});
