import type { SiteConfigInput } from './src/config/site-config.ts';

// What your site is called, speaks and looks like. All of it may be left out; see docs/reference.md,
// "The site's own settings", for every line that can stand here.
export default {
  locale: 'en-GB',
  timeZone: 'UTC',
  accent: '#b4472b',
} satisfies SiteConfigInput;
