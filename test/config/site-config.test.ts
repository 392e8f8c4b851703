import { expect, test } from 'vitest';
import { languageOf, parseSiteConfig } from '../../src/config/site-config.ts';

const parse = (value: unknown) => parseSiteConfig(value, 'site.config.ts');

test('has a default for everything', () => {
  expect(parse({})).toMatchObject({ locale: 'en-GB', timeZone: 'UTC', pageSize: 20 });
});

test('names every problem at once, with what was expected', () => {
  const bad = { locale: 'xx', timeZone: 'Mars/Base', accent: 'red', colour: '#fff', pageSize: 0 };
  expect(() => parse(bad)).toThrowErrorMatchingInlineSnapshot(`
    [SettingsError: Some settings of the site need attention:
      locale: expected a locale of one of these languages: en, de; for example "en-GB"
      timeZone: expected a time zone such as "Europe/Berlin" or "UTC"
      accent: expected a hex code such as "#b4472b"
      pageSize: Too small: expected number to be >=5
      the default export: Unrecognized key: "colour"
    Set them in site.config.ts (docs/reference.md lists all of them).]
  `);
});

test.each([{ href: 'javascript:alert(1)' }, { href: '//evil.example' }])(
  'takes no link to $href',
  ({ href }) => {
    expect(() => parse({ headerLinks: [{ text: 'Docs', href }] })).toThrow('headerLinks.0.href');
  },
);

test.each(['https://cdn.example/own.css', '/own.css', 'own.scss', 'own.css?v=2'])(
  'takes no style sheet from %s',
  (stylesheet) => {
    expect(() => parse({ stylesheet })).toThrow('such as "own.css"');
  },
);

test.each([
  ['en', 'en'],
  ['en-US', 'en'],
  ['de-AT', 'de'],
  ['xx', undefined],
])('speaks under %s: %s', (locale, language) => {
  expect(languageOf(locale)).toBe(language);
});
