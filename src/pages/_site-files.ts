import { featuresOf } from '../features/registry.ts';
import { adjustPair, createPair } from '../model/content/colour-pair.ts';
import { createPalette, surfacesOf } from '../model/content/palette.ts';
import { colourSheet, inBothThemes } from '../site/base/colours.ts';
import { direction, type SiteFrame, siteName, siteTitle } from '../site/base/context.ts';
import { siteIcons } from '../site/base/icons.ts';
import { themeSheet } from '../site/base/theme-sheet.ts';
import { paths } from '../site/base/urls.ts';
import type { Document } from '../site/feeds/document.ts';
import feedStyles from '../site/feeds/feed.css?raw';
import { sitemap, sitemapIndex } from '../site/feeds/formats/sitemap.ts';
import { favicon } from '../site/shell/head/favicon.ts';
import { headersFile } from '../site/shell/head/headers.ts';
import { redirectsFile } from '../site/shell/head/redirects.ts';
import { allSitePages, movedPages } from './_moved.ts';
import { ownPages } from './_own-pages.ts';
import type { views } from './_plan.ts';
import { sitemaps } from './_site-pages.ts';
import { isMounted } from './_source.ts';

type Planned = Awaited<ReturnType<typeof views>>;

/** Files that every site has: style sheets with the settings, sitemaps, and files for hosts. */
export function siteFiles(core: Planned): Document[] {
  return [...styleSheets(core), ...sitemapFiles(core), ...(isMounted ? [] : filesOfOrigin(core))];
}

/**
 * `/colours.css`: accent, theme, and the API's colours. The API's colours are classes, because the
 * Content Security Policy forbids `style` attributes. `/feed.css`, the style sheet of feeds, also
 * sets the text direction, because feeds cannot.
 */
function styleSheets({ site }: Planned): Document[] {
  const { workspace, config, labels } = site;
  const colours = [...labels.values(), ...workspace.change_types, ...workspace.status_types];
  const surfaces = surfacesOf(createPalette(config.theme));
  const accent = createPair(config.accent, surfaces);
  const theme = themeSheet(config);
  const sheet = {
    accent,
    theme,
    // The sync made these colours legible on the default backgrounds. A site can set other
    // backgrounds.
    legible: (pair: typeof accent) => adjustPair(pair, surfaces),
    isMounted,
  };
  const root = `:root {\n  --accent: ${inBothThemes(accent)};\n  direction: ${direction(site)};\n}\n`;
  return [
    {
      path: paths.colours(),
      mayBeEmpty: true,
      write: () =>
        colourSheet(
          colours.map(({ color }) => color),
          sheet,
        ),
    },
    { path: paths.feedSheet(), write: () => `${feedStyles}\n${root}${theme}` },
  ];
}

/**
 * The sitemaps and their index. The index also exists at the address that crawlers try if there is
 * no `robots.txt`.
 */
function sitemapFiles(core: Planned): Document[] {
  const { site } = core;
  const own = ownPages().map(({ path }) => ({ path, lastModified: undefined }));
  const all = sitemaps([...allSitePages(core), ...own]);
  const index = all.map(({ path, lastModified }) => ({ path, lastModified }));
  const indexes = [paths.sitemapIndex(), paths.sitemapGuess()].map((path) => ({
    path,
    fields: { aside: [index] },
    write: () => sitemapIndex(index, site.urls),
  }));
  return [
    ...(isMounted ? [] : indexes),
    ...all.map(({ path, pages }) => ({
      path,
      fields: { aside: [pages] },
      write: () => sitemap(pages, site.urls),
    })),
  ];
}

/** Files that can exist only once per origin. */
function filesOfOrigin(core: Planned): Document[] {
  const { site } = core;
  const { config, urls } = site;
  const headers = featuresOf(config).flatMap((one) => one.headers?.(config) ?? []);
  const redirects = movedPages(core);
  const robots = `User-agent: *\nAllow: /\n\nSitemap: ${urls.absolute(paths.sitemapIndex())}\n`;
  return [
    { path: paths.headers(), write: () => headersFile(site, headers) },
    ...(redirects.length > 0
      ? [{ path: paths.redirects(), write: () => redirectsFile(redirects, urls) }]
      : []),
    { path: paths.manifest(), write: () => `${JSON.stringify(manifest(site), null, 2)}\n` },
    { path: 'robots.txt', write: () => robots },
    // Otherwise, GitHub Pages leaves out folders such as `_astro` when it serves a branch.
    { path: '.nojekyll', mayBeEmpty: true, write: () => '' },
    ...(config.favicon.length > 0
      ? []
      : [{ path: paths.favicon(), write: () => favicon(createPair(config.accent)) }]),
  ];
}

function manifest(site: SiteFrame) {
  const { urls, config } = site;
  return {
    name: siteTitle(site),
    short_name: siteName(site),
    ...(config.description && { description: config.description }),
    lang: config.locale,
    dir: direction(site),
    start_url: urls.href(paths.home()),
    scope: urls.href(paths.home()),
    display: 'browser',
    // A manifest cannot have colours for both themes, so it has the light theme's background.
    background_color: createPalette(config.theme).paper.light,
    theme_color: config.accent,
    icons: siteIcons(config).map(({ path, type }) => {
      return { src: urls.href(path), type, sizes: 'any' };
    }),
  };
}
