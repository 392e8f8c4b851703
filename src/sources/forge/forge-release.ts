import { z } from 'zod';
import { oneLine } from '../../lib/text/text.ts';
import { DateTime } from '../../model/api/primitives.ts';

// A release in the form of GitHub's API ("List releases"), which forges of another form convert
// theirs to. Ids may be texts.

export const WebPage = z.url({ protocol: /^https?$/ });
const Id = z.int().or(z.string().min(1));
const Author = z.object({ id: Id, login: z.string().min(1), avatar_url: z.string().nullish() });

const Asset = z.object({
  id: Id,
  name: z.string(),
  label: z.string().nullish(),
  browser_download_url: WebPage,
});

export const ForgeRelease = z.object({
  id: Id,
  tag_name: z.string(),
  html_url: z.string().nullish().catch(null),
  name: z.string().nullish(),
  body: z.string().nullish(),
  draft: z.boolean().default(false),
  prerelease: z.boolean().default(false),
  created_at: DateTime,
  published_at: DateTime.nullish(),
  updated_at: DateTime.nullish(),
  author: Author.nullish().catch(null),
  assets: z.array(z.unknown()).default([]),
});
export type ForgeRelease = z.infer<typeof ForgeRelease>;
/** What a release is converted to before it is read. */
export type ReleaseFields = z.input<typeof ForgeRelease>;

/** A release in the form of GitHub's API itself. */
export const NumberedRelease = ForgeRelease.extend({ id: z.int() });

/** The valid assets of a release, as attachments. Callers count the invalid ones. */
export function assetsOf({ assets }: ForgeRelease, prefix: string) {
  return assets.flatMap((asset) => {
    const { data } = Asset.safeParse(asset);
    if (!data) return [];
    const title = oneLine(data.label || data.name) || null;
    const content = { title, url: data.browser_download_url };
    return { id: `${prefix}-asset-${data.id}`, type: 'LINK' as const, content };
  });
}

/** Describes the first problems of a row, and what becomes of its entry. */
export function explain({ issues }: z.ZodError) {
  const why = issues
    .slice(0, 3)
    .map(({ path, message }) => `${z.core.toDotPath(path) || 'it'}: ${message}`)
    .join('; ');
  return { why, next: 'Its entry is unchanged; the next sync reads it again.' };
}
