import { expect, test } from 'vitest';
import { findLanguage } from '../../src/config/language-of.ts';
import { parseSiteConfig } from '../../src/config/site-config.ts';

const languages = ['en', 'de', 'pt-BR', 'zh-Hans'];
const parse = (value: unknown) => parseSiteConfig(value, 'site.config.ts', languages);

test('has a default for everything', () => {
  expect(parse({})).toMatchObject({ locale: 'en-GB', timeZone: 'UTC', pageSize: 20 });
});

test('reports all problems at once, with what was expected', () => {
  const bad = { locale: 'xx', timeZone: 'Mars/Base', accent: 'red', colour: '#fff', pageSize: 0 };
  expect(() => parse(bad)).toThrowErrorMatchingInlineSnapshot(`
    [SettingsError: Some settings of the site are invalid:
      locale: expected one of these languages, with a region or without: en, de, pt-BR, zh-Hans; for example "en-GB"
      timeZone: expected a time zone such as "Europe/Berlin" or "UTC"
      accent: expected a hex code such as "#b4472b"
      pageSize: expected at least 5
      the default export: "colour" is unknown. Known: name, description, locale, direction, timeZone, accent, theme, styles, head, logo, favicon, stylesheet, headerLinks, footerLinks, pageSize, feedItems, show, upgrade, analytics
    Set them in site.config.ts (docs/reference.md lists all of them).]
  `);
});

test.each([{ href: 'javascript:alert(1)' }, { href: '//evil.example' }])(
  'refuses a header link to $href',
  ({ href }) => {
    expect(() => parse({ headerLinks: [{ text: 'Docs', href }] })).toThrow('headerLinks.0.href');
  },
);

test.each(['https://cdn.example/own.css', '/own.css', 'own.scss', 'own.css?v=2'])(
  'refuses the style sheet %s',
  (stylesheet) => {
    expect(() => parse({ stylesheet })).toThrow('such as "own.css"');
  },
);

test.each([
  ['en', 'en'],
  ['en-US', 'en'],
  ['de-AT', 'de'],
  ['pt', 'pt-BR'],
  ['pt-br', 'pt-BR'],
  ['pt-PT', undefined],
  ['zh', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
  ['zh-Hans-SG', 'zh-Hans'],
  ['zh-TW', undefined],
  ['xx', undefined],
])('the language for %s is %s', (locale, language) => {
  expect(findLanguage(locale, languages)).toBe(language);
});

test('normalises the case of a locale', () => {
  expect(parse({ locale: 'pt-br' }).locale).toBe('pt-BR');
  expect(parse({ locale: 'zh-cn' }).locale).toBe('zh-CN');
});

test.each(['zh_CN', 'pt_BR', 'cn', 'german', '', 'zh-TW'])(
  'refuses the locale "%s" and lists the languages',
  (locale) => {
    expect(() => parse({ locale })).toThrow('locale: expected one of these languages');
  },
);

test.each([
  [{ acent: 'red' }, '"acent" is unknown. Did you mean "accent"?'],
  [{ timezone: 'UTC' }, 'Did you mean "timeZone"?'],
  [{ show: { raodmap: false } }, 'show: "raodmap" is unknown. Did you mean "roadmap"?'],
])('suggests a setting for %j', (config, hint) => {
  expect(() => parseSiteConfig(config, 'site.config.ts')).toThrow(hint);
});

test('lists the settings for a name that is unlike any of them', () => {
  expect(() => parse({ theme: { margin: 1 } })).toThrow(
    'theme: "margin" is unknown. Known: faces, paper, ink, radius, width\n',
  );
});

test.each([
  [{ name: 3 }, 'name: expected text, but found a number; in quotes, it is text\n'],
  [{ show: { roadmap: 'no' } }, 'show.roadmap: expected true or false, but found text\n'],
  [{ favicon: 3 }, 'favicon: expected text, but found a number'],
  [{ direction: 'up' }, 'direction: expected one of auto, ltr, rtl\n'],
  [[], 'the default export: expected names with values, but found a list\n'],
])('says what is wrong with %j', (config, message) => {
  expect(() => parse(config)).toThrow(message);
});
