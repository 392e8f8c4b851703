import { expect, test } from 'vitest';
import { featuresOf } from '../../../src/features/registry.ts';
import { paths } from '../../../src/site/base/urls.ts';
import { headersFile } from '../../../src/site/shell/head/headers.ts';
import { hosts, sentWith } from '../../site/hosts.ts';
import { siteContext, siteWith } from '../../site/site.ts';

test.each(Object.keys(hosts))(
  'on %s, other sites may load the news script, cached for an hour',
  async (host) => {
    const sent = async (site = siteContext()) => {
      const ofFeatures = featuresOf(site.config).flatMap((one) => one.headers?.(site.config) ?? []);
      const rules = (await hosts[host]?.(headersFile(site, ofFeatures))) ?? [];
      return sentWith(site.urls.href(paths.newsScript()), rules);
    };
    const headers = await sent();
    expect(headers.get('access-control-allow-origin')).toEqual(['*']);
    expect(headers.get('cache-control')).toEqual(['public, max-age=3600']);
    expect([...headers.values()].filter((values) => values.length > 1)).toEqual([]);
    const without = await sent(siteWith({ show: { widget: false } }));
    expect(without.has('access-control-allow-origin')).toBe(false);
  },
);
