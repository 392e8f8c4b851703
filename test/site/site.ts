import { parseSiteConfig, type SiteConfigInput } from '../../src/config/site-config.ts';
import { createPair } from '../../src/model/content/colour-pair.ts';
import type { SiteContext } from '../../src/site/base/context.ts';
import { stringsFor } from '../../src/site/base/strings/languages/languages.ts';
import { createUrls } from '../../src/site/base/urls.ts';

const english = stringsFor('en');
const defaults = parseSiteConfig({}, 'site.config.ts');

/** A site at https://example.com/notes/; `over` replaces fields. */
export function siteContext(over: Partial<SiteContext> = {}): SiteContext {
  return {
    workspace: {
      id: 'w-1',
      slug: 'sample',
      name: 'Sample',
      url: null,
      change_types: [
        { id: 't-new', slug: 'new', title: 'New', color: createPair('#16a34a') },
        { id: 't-fixed', slug: 'fixed', title: 'Fixed', color: null },
      ],
      status_types: [
        { title: 'Shipped', color: createPair('#111111'), stage: 'COMPLETED' },
        { title: 'Ideas', color: createPair('#222222'), stage: 'BACKLOG' },
        { title: 'Doing', color: createPair('#333333'), stage: 'IN_PROGRESS' },
      ],
    },
    projects: new Map([['p-web', { id: 'p-web', slug: 'web', name: 'Web' }]]),
    labels: new Map([
      ['l-speed', { id: 'l-speed', slug: 'speed', name: 'Speed', color: createPair('#7c3aed') }],
      ['l-plain', { id: 'l-plain', slug: 'plain', name: 'Plain', color: null }],
    ]),
    urls: createUrls('https://example.com', '/notes/'),
    config: structuredClone(defaults),
    strings: english,
    hasRoadmap: true,
    links: [],
    ...over,
  };
}

/** The site of the tests with other settings. */
export function siteWith(settings: SiteConfigInput, over: Partial<SiteContext> = {}): SiteContext {
  return siteContext({ config: parseSiteConfig(settings, 'site.config.ts'), ...over });
}
