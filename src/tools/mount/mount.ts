import { z } from 'zod';
import { parseSiteConfig, SiteConfig } from '../../config/site-config.ts';
import { explainIssue } from '../../lib/explain-issue.ts';
import { ownFile } from '../../lib/processes/command.ts';
import { SettingsError } from '../../model/errors.ts';
import { languages } from '../../site/base/strings/languages/languages.ts';

/** Settings that a mount does not have, because the host site decides them. */
const hostSettings = {
  styles: true,
  head: true,
  logo: true,
  favicon: true,
  stylesheet: true,
  headerLinks: true,
  footerLinks: true,
  analytics: true,
} as const;

const Options = z.strictObject({
  base: z.string().regex(/^\/?[a-z0-9][\w.~-]*(?:\/[a-z0-9][\w.~-]*)*\/?$/i, {
    error: 'expected the path of the changelog, such as "/changelog"',
  }),
  content: z.string().min(1, { error: 'expected the folder that waymark sync writes to' }),
  layout: z
    .string()
    .regex(/\.astro$/, { error: 'expected a layout such as "./src/layouts/Base.astro"' })
    .optional(),
  settings: SiteConfig.omit(hostSettings).partial().optional(),
});

/** The options of `waymark()`. */
export interface MountOptions {
  /** The path of the changelog below the site's own base, such as `/changelog`. */
  base: string;
  /** The folder that `waymark sync` writes to, relative to the site's root. */
  content: string;
  /**
   * The layout for the pages, relative to the site's root. It must have a default slot and a slot
   * named `head`.
   */
  layout?: string;
  /** The same settings as in `site.config.ts`, without those that the host site decides. */
  settings?: Omit<z.input<typeof SiteConfig>, keyof typeof hostSettings>;
}

/** One use of `waymark()`, derived from its options alone. */
export type Mount = ReturnType<typeof mountOf>;

/** @throws SettingsError that lists every problem */
export function mountOf(options: MountOptions) {
  const parsed = Options.safeParse(options, { error: explainIssue });
  if (!parsed.success) throw new SettingsError(explain(parsed.error));
  const { content, layout, settings } = parsed.data;
  const base = parsed.data.base.replace(/^\/|\/$/g, '');
  return {
    // Name of the integration, and of the folder for its generated files.
    name: `waymark-${base.replaceAll('/', '-')}`,
    // Path of the changelog, without slashes at its ends.
    base,
    content,
    layout,
    settings: parseSiteConfig(settings ?? {}, 'the options of waymark()', languages),
  };
}

function explain({ issues }: z.ZodError): string {
  const lines = issues.map(({ path, message }) => `  ${path.join('.') || 'waymark()'}: ${message}`);
  return `Some options of waymark() are invalid:\n${lines.join('\n')}\nSet them in astro.config.mjs (${ownFile('docs/mounting.md')} lists all of them).`;
}
