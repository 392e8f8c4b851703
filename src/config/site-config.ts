import { z } from 'zod';
import { explainIssue } from '../lib/explain-issue.ts';
import { ownFile } from '../lib/processes/command.ts';
import { SettingsError } from '../model/errors.ts';
import { HeadEntry } from './head-entries.ts';
import { findLanguage } from './language-of.ts';
import { HexCode, ThemeTokens } from './theme.ts';
import { TimeZone } from './time-zone.ts';

const Link = z.strictObject({
  text: z.string().min(1),
  /** A full address, or a path on the site's own origin. */
  href: z.string().regex(/^(?:https?:\/\/|mailto:|\/(?!\/))/, {
    error: 'expected an address such as "https://example.com" or a path such as "/docs/"',
  }),
});

const Picture = z.string().regex(/^[\w-][\w./-]*\.(?:svg|png|webp|avif|jpe?g)$/, {
  error: 'expected the name of a picture in public/, such as "logo.svg"',
});

const defaultLogoSize = 28;
const side = (max: number) => z.int().min(8).max(max).default(defaultLogoSize);
/**
 * Size in pixels. With `replacesName`, the picture already contains the site's name, so the name
 * becomes its `alt` text.
 */
const logoForm = { width: side(600), height: side(200), replacesName: z.boolean().default(false) };

const Logo = z
  .union(
    [
      Picture.transform((src) => ({ src })).pipe(z.strictObject({ src: Picture, ...logoForm })),
      z.strictObject({ src: Picture, ...logoForm }),
      z.strictObject({ light: Picture, dark: Picture, ...logoForm }),
    ],
    {
      error:
        'expected a picture in public/, such as "logo.svg", or { src: "wordmark.svg", width: 160, height: 28, replacesName: true }; light and dark can replace src; the size is at most 600 × 200',
    },
  )
  .transform((logo) => {
    if (!('src' in logo)) return logo;
    const { src, ...form } = logo;
    return { light: src, dark: src, ...form };
  });

const Icon = z.string().regex(/^[\w-][\w./-]*\.(?:svg|png|ico)$/, {
  error: 'expected the name of an icon in public/, such as "icon.svg", "icon.png" or "favicon.ico"',
});

const StyleFile = z.string().regex(/^[^:\0]+\.css$/, {
  error: 'expected a style sheet beside site.config.ts, such as "./brand.css"',
});

/** Settings of `site.config.ts`, all optional. */
export const SiteConfig = z.strictObject({
  /** The site's name, by default the workspace's. */
  name: z.string().min(1).optional(),
  /** A sentence about the site, shown above the changelog, in search results and in feeds. */
  description: z.string().min(1).optional(),
  /** Language and region of the interface, dates and numbers (BCP 47). */
  locale: localeOf().default('en-GB'),
  /** Text direction; `auto` follows the locale. */
  direction: z.enum(['auto', 'ltr', 'rtl']).default('auto'),
  /** Time zone of dates (IANA). */
  timeZone: TimeZone,
  /** The accent colour, adjusted to be legible in both themes. */
  accent: HexCode.default('#b4472b'),
  /** Fonts, background, text colour, corners and widths. */
  theme: ThemeTokens.prefault({}),
  /**
   * Style sheets, relative to this file. They load in a cascade layer after Waymark's own layers.
   */
  styles: z
    .union([StyleFile, z.array(StyleFile)])
    .transform((files) => [files].flat())
    .default([]),
  /** Tags for the head of every page. */
  head: z.array(HeadEntry).default([]),
  /** A picture in `public/`, shown beside the name. */
  logo: Logo.optional(),
  /** Icons in `public/` that replace the generated icon, in order of preference. */
  favicon: z
    .union([Icon, z.array(Icon)])
    .transform((icons) => [icons].flat())
    .default([]),
  /** A style sheet in `public/` that every page loads after Waymark's own style sheets. */
  stylesheet: z
    .string()
    .regex(/^[\w-][\w./-]*\.css$/, {
      error: 'expected the name of a style sheet in public/, such as "own.css"',
    })
    .optional(),
  /** Additional links in the header and the footer. */
  headerLinks: z.array(Link).default([]),
  footerLinks: z.array(Link).default([]),
  /** Entries per page. Changing this number moves entries to other pages. */
  pageSize: z.int().min(5).max(100).default(20),
  /**
   * Number of newest entries in a feed. Feeds of releases also contain every release of the last
   * week.
   */
  feedItems: z.int().min(1).max(500).default(50),
  /** Parts of the site to show. */
  show: z
    .strictObject({
      roadmap: z.boolean().default(true),
      search: z.boolean().default(true),
      upgrade: z.boolean().default(true),
      contributors: z.boolean().default(true),
      readingTime: z.boolean().default(true),
      votes: z.boolean().default(true),
      /** A script for other sites that shows the newest releases there, and the script's data. */
      widget: z.boolean().default(true),
      /**
       * A preview picture for each of the newest releases, shown where a link to the release is
       * shared.
       */
      cards: z.boolean().default(true),
      /**
       * Corrections of published releases, shown on their pages, at `/corrections/` and in feeds.
       */
      corrections: z.boolean().default(true),
      /** Weekly digest feeds, one for all releases and one for each project. */
      digests: z.boolean().default(false),
      /**
       * A mark in the head of a release's page, by which announcements see that the page is live. By
       * default, it is there if the folder has an `announce.yaml`.
       */
      releaseMark: z.boolean().optional(),
    })
    .prefault({}),
  /** Settings of the upgrade pages. */
  upgrade: z
    .strictObject({
      /**
       * Slugs or titles of change types that require action from readers who upgrade, in addition
       * to Waymark's defaults.
       */
      action: z.array(z.string().min(1)).default([]),
    })
    .prefault({}),
  /** A third-party script for analytics, off by default. */
  analytics: z
    .strictObject({
      /** Address of the script. Its origin is added to the content security policy. */
      script: z.url({ protocol: /^https$/ }),
      /** `data-…` attributes of the script element, such as a site id. */
      data: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), z.string()).default({}),
      /** Further origins that the script may contact. */
      connect: z.array(z.url({ protocol: /^https$/ })).default([]),
    })
    .optional(),
});
export type SiteConfig = z.output<typeof SiteConfig>;

/** The type of `site.config.ts`. */
export type SiteConfigInput = z.input<typeof SiteConfig>;

/**
 * Validates the site's settings.
 * @param file name of the settings file for error messages
 * @param languages languages with translated texts; if undefined, any locale is valid
 * @throws SettingsError that lists every problem
 */
export function parseSiteConfig(
  value: unknown,
  file: string,
  languages?: readonly string[],
): SiteConfig {
  const locale = localeOf(languages).default('en-GB');
  const parsed = SiteConfig.extend({ locale }).safeParse(value, { error: explainIssue });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(
    ({ path, message }) => `  ${path.join('.') || 'the default export'}: ${message}`,
  );
  throw new SettingsError(
    `Some settings of the site are invalid:\n${lines.join('\n')}\nSet them in ${file} (${ownFile('docs/reference.md')} lists all of them).`,
  );
}

/** A locale in canonical form ("pt-br" becomes "pt-BR"). */
function localeOf(languages?: readonly string[]) {
  const expected = languages
    ? `one of these languages, with a region or without: ${languages.join(', ')}`
    : 'a language, with a region or without';
  return z
    .string()
    .refine((locale) => isSpoken(locale, languages), {
      abort: true,
      error: `expected ${expected}; for example "en-GB"`,
    })
    .overwrite((locale) => new Intl.Locale(locale).toString());
}

function isSpoken(locale: string, languages: readonly string[] | undefined): boolean {
  try {
    return Boolean(languages ? findLanguage(locale, languages) : new Intl.Locale(locale));
  } catch {
    return false;
  }
}
