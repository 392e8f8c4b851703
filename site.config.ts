import type { SiteConfigInput } from './src/config/site-config.ts';

// The name, language and look of your site. Every setting is optional; docs/reference.md lists all
// of them in "The site's own settings".
export default {
  locale: 'en-GB',
  timeZone: 'UTC',
  accent: '#b4472b',
} satisfies SiteConfigInput;
