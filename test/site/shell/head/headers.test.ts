import { describe, expect, test } from 'vitest';
import { createUrls, paths } from '../../../../src/site/base/urls.ts';
import { headersFile } from '../../../../src/site/shell/head/headers.ts';
import { hosts, sentWith } from '../../hosts.ts';
import { siteContext } from '../../site.ts';

const channels = ['', paths.all(), paths.project('web'), paths.label('speed'), paths.type('new')];
const feeds = channels.flatMap((one) => [paths.rss(one), paths.atom(one), paths.jsonFeed(one)]);
const forPrograms = [
  ...feeds,
  ...[paths.atomArchive('a1b2'), paths.jsonFeedArchive('a1b2', paths.all())],
  ...[paths.atomRecent('a1b2'), paths.jsonFeedRecent('a1b2', paths.all())],
  ...[paths.changelogJson(), paths.changelogJson('web-1'), paths.latestJson()],
  paths.jsonSchema('latest'),
];
const unchanging = [paths.asset('a1b2.png'), '_astro/page.c3d4.css'];
const others = [
  ...[paths.home(), paths.release('one'), paths.changelogMarkdown('web-1')],
  // These begin like folders that have their own rules.
  ...['assets-of-ours/', 'schema.html', '_astronomy/'],
];

describe.each(Object.keys(hosts))('on %s', (host) => {
  describe.each(['/', '/notes/'])('with the base %s', (base) => {
    const urls = createUrls('https://example.com', base);
    const sent = async (path: string, site = siteContext({ urls })) =>
      sentWith(urls.href(path), (await hosts[host]?.(headersFile(site))) ?? []);

    test.each([...forPrograms, ...unchanging, ...others])(
      '/%s gets no header twice',
      async (path) => {
        const headers = await sent(path);
        expect([...headers.values()].filter((values) => values.length > 1)).toEqual([]);
        expect(headers.get('content-security-policy')).toEqual(["frame-ancestors 'none'"]);
        expect(headers.get('x-content-type-options')).toEqual(['nosniff']);
      },
    );

    test.each(forPrograms)('/%s can be read by scripts of other sites', async (path) => {
      expect((await sent(path)).get('access-control-allow-origin')).toEqual(['*']);
    });

    test.each(feeds)('/%s is cached for minutes', async (path) => {
      const value = 'max-age=300, stale-while-revalidate=600';
      expect((await sent(path)).get('cache-control')).toEqual([value]);
    });

    test.each(forPrograms.filter((path) => !feeds.includes(path)))(
      '/%s has no cache-control, so that it is revalidated',
      async (path) => {
        expect((await sent(path)).has('cache-control')).toBe(false);
      },
    );

    test.each(unchanging)('/%s is cached as immutable', async (path) => {
      const [value] = (await sent(path)).get('cache-control') ?? [];
      expect(value).toContain('immutable');
    });

    test.each(others)('/%s has no rules for sharing or caching', async (path) => {
      const headers = await sent(path);
      expect(headers.has('access-control-allow-origin')).toBe(false);
      expect(headers.has('cache-control')).toBe(false);
    });
  });
});
