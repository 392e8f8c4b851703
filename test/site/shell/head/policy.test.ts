import { expect, test } from 'vitest';
import { parseSiteConfig } from '../../../../src/config/site-config.ts';
import { hash, inlineHashes } from '../../../../src/site/shell/head/inline.ts';
import { pagePolicy } from '../../../../src/site/shell/head/policy.ts';

const policyOf = (config: object) => pagePolicy(parseSiteConfig(config, 'site.config.ts'));

test('allows the site’s own sources, and nothing else', () => {
  expect(policyOf({})).toEqual({
    directives: [
      ...["default-src 'none'", "media-src 'self'", "img-src 'self'", "connect-src 'self'"],
      ...["font-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'self'"],
    ],
    scripts: { hashes: [inlineHashes.script], resources: ["'self'"] },
    styles: { hashes: [inlineHashes.style], resources: ["'self'"] },
  });
});

test('allows an origin only for the purpose of its setting', () => {
  const link = (rel: string, href: string, as?: string) => ({
    tag: 'link',
    attributes: { rel, href, ...(as && { as }) },
  });
  const { directives, scripts, styles } = policyOf({
    analytics: { script: 'https://a.example/a.js', connect: ['https://b.example/x'] },
    head: [
      { tag: 'script', attributes: { src: 'https://c.example/c.js?v=1' } },
      { tag: 'script', attributes: { src: '/own.js' } },
      link('stylesheet', 'https://d.example/d.css'),
      link('preload', 'https://e.example/e.woff2', 'font'),
      link('Icon', 'https://f.example/f.png'),
      link('me', 'https://g.example/'),
      link('alternate', 'https://g.example/feed.xml'),
    ],
  });
  expect(directives.slice(2, 5)).toEqual([
    "img-src 'self' https://f.example",
    "connect-src 'self' https://a.example https://b.example https://c.example",
    "font-src 'self' https://e.example",
  ]);
  expect(scripts.resources).toEqual(["'self'", 'https://a.example', 'https://c.example']);
  expect(styles.resources).toEqual(["'self'", 'https://d.example']);
});

test('allows inline scripts and styles by their hashes', () => {
  const { scripts, styles } = policyOf({
    head: [
      { tag: 'script', content: 'a()' },
      { tag: 'style', content: 'a {}' },
    ],
  });
  expect(scripts.hashes).toEqual([inlineHashes.script, hash('a()')]);
  expect(styles.hashes).toEqual([inlineHashes.style, hash('a {}')]);
});
