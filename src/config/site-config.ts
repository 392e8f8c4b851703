import { z } from 'zod';
import { SettingsError } from '../model/errors.ts';
import { HeadEntry } from './head-entries.ts';
import { languageOf } from './language-of.ts';
import { HexCode, ThemeTokens } from './theme.ts';

const Link = z.strictObject({
  text: z.string().min(1),
  /** A whole address, or a path on the site's own origin. */
  href: z.string().regex(/^(?:https?:\/\/|mailto:|\/(?!\/))/, {
    error: 'expected an address such as "https://example.com" or a path such as "/docs/"',
  }),
});

const Picture = z.string().regex(/^[\w-][\w./-]*\.(?:svg|png|webp|avif|jpe?g)$/, {
  error: 'expected the name of a picture in public/, such as "logo.svg"',
});

const defaultLogoSize = 28;
const side = (max: number) => z.int().min(8).max(max).default(defaultLogoSize);
/** In pixels. With `replacesName` the picture shows the name, which then stands in its `alt`. */
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
        'expected a picture in public/, such as "logo.svg", or { src: "wordmark.svg", width: 160, height: 28, replacesName: true }, or light and dark instead of src; at most 600 × 200',
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

/** What `site.config.ts` may say about the public site; all of it may be left out. */
export const SiteConfig = z.strictObject({
  /** The site's name. Default: the workspace's. */
  name: z.string().min(1).optional(),
  /** A sentence on what readers find here: above the changelog, in search engines and feeds. */
  description: z.string().min(1).optional(),
  /** Language and region of interface, dates and numbers (BCP 47). */
  locale: localeOf().default('en-GB'),
  /** Which way text runs; `auto` follows the locale. */
  direction: z.enum(['auto', 'ltr', 'rtl']).default('auto'),
  /** The time zone that dates are shown in (IANA). */
  timeZone: z
    .string()
    .refine(isTimeZone, { error: 'expected a time zone such as "Europe/Berlin" or "UTC"' })
    .default('UTC'),
  /** The one colour beside ink and paper; made legible in both themes. */
  accent: HexCode.default('#b4472b'),
  /** Faces, paper, ink, corners and widths. */
  theme: ThemeTokens.prefault({}),
  /** Style sheets, from here, in a cascade layer after all of Waymark's. */
  styles: z
    .union([StyleFile, z.array(StyleFile)])
    .transform((files) => [files].flat())
    .default([]),
  /** Tags for the head of every page. */
  head: z.array(HeadEntry).default([]),
  /** A picture in `public/` that stands beside the name. */
  logo: Logo.optional(),
  /** Icons in `public/` in the place of the drawn one, the best first. */
  favicon: z
    .union([Icon, z.array(Icon)])
    .transform((icons) => [icons].flat())
    .default([]),
  /** A style sheet in `public/` that every page links after Waymark's own. */
  stylesheet: z
    .string()
    .regex(/^[\w-][\w./-]*\.css$/, {
      error: 'expected the name of a style sheet in public/, such as "own.css"',
    })
    .optional(),
  /** More links in the header and the footer. */
  headerLinks: z.array(Link).default([]),
  footerLinks: z.array(Link).default([]),
  /** Entries on a numbered page; changing it moves entries between pages. */
  pageSize: z.int().min(5).max(100).default(20),
  /** The newest entries in every feed; feeds of releases hold those of the newest week as well. */
  feedItems: z.int().min(1).max(500).default(50),
  /** What to show. */
  show: z
    .strictObject({
      roadmap: z.boolean().default(true),
      search: z.boolean().default(true),
      upgrade: z.boolean().default(true),
      contributors: z.boolean().default(true),
      readingTime: z.boolean().default(true),
      votes: z.boolean().default(true),
      /** The script and the files that show the newest releases in other sites' pages. */
      widget: z.boolean().default(true),
      /** A picture of its own for each of the newest releases, where they are shared. */
      cards: z.boolean().default(true),
      /** Corrections of published releases: on their pages, at `/corrections/` and in feeds. */
      corrections: z.boolean().default(true),
      /** Feeds with one entry for each week, of all releases and of each project. */
      digests: z.boolean().default(false),
    })
    .prefault({}),
  /** What the pages about upgrades say. */
  upgrade: z
    .strictObject({
      /** Slugs or titles of more types of changes that whoever upgrades has to act upon. */
      action: z.array(z.string().min(1)).default([]),
    })
    .prefault({}),
  /** A script of a third party; off unless its origin is allowed here, in the policy. */
  analytics: z
    .strictObject({
      /** Where the script comes from; its origin is allowed in the policy. */
      script: z.url({ protocol: /^https$/ }),
      /** `data-…` attributes of the element, such as a site's id. */
      data: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), z.string()).default({}),
      /** Origins that the script may talk to, beside its own. */
      connect: z.array(z.url({ protocol: /^https$/ })).default([]),
    })
    .optional(),
});
export type SiteConfig = z.output<typeof SiteConfig>;

/** What a maintainer writes in `site.config.ts`. */
export type SiteConfigInput = z.input<typeof SiteConfig>;

/**
 * @param file named in the error
 * @param languages those that there are strings for; without them, every locale will do
 * @throws SettingsError that lists every problem
 */
export function parseSiteConfig(
  value: unknown,
  file: string,
  languages?: readonly string[],
): SiteConfig {
  const locale = localeOf(languages).default('en-GB');
  const parsed = SiteConfig.extend({ locale }).safeParse(value);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(
    ({ path, message }) => `  ${path.join('.') || 'the default export'}: ${message}`,
  );
  throw new SettingsError(
    `Some settings of the site need attention:\n${lines.join('\n')}\nSet them in ${file} (docs/reference.md lists all of them).`,
  );
}

/** A locale in its usual form ("pt-br" is "pt-BR"). */
function localeOf(languages?: readonly string[]) {
  const wanted = languages
    ? `one of these languages, with a region or without: ${languages.join(', ')}`
    : 'a language, with a region or without';
  return z
    .string()
    .refine((locale) => isSpoken(locale, languages), {
      abort: true,
      error: `expected ${wanted}; for example "en-GB"`,
    })
    .overwrite((locale) => new Intl.Locale(locale).toString());
}

function isSpoken(locale: string, languages: readonly string[] | undefined): boolean {
  try {
    return Boolean(languages ? languageOf(locale, languages) : new Intl.Locale(locale));
  } catch {
    return false;
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}
