import { z } from 'zod';
import { DateTime } from '../../model/api/primitives.ts';

// The fields that Waymark uses from GitHub's responses (REST API 2022-11-28, "List releases").

const Author = z.object({
  id: z.int(),
  login: z.string().min(1),
  avatar_url: z.string().nullish(),
});

const Asset = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string().nullish(),
  browser_download_url: z.url({ protocol: /^https?$/ }),
});

export const GitHubRelease = z.object({
  id: z.int(),
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
export type GitHubRelease = z.infer<typeof GitHubRelease>;

/** The valid assets of a release. Callers count the invalid ones. */
export function assetsOf({ assets }: GitHubRelease): z.infer<typeof Asset>[] {
  return assets.flatMap((asset) => Asset.safeParse(asset).data ?? []);
}
