import { z } from 'zod';
import { oneLine, shorten } from '../../lib/text/text.ts';
import { toIsoUtc } from '../../lib/time/clock.ts';
import { definitionsIn } from '../markdown/definitions.ts';
import { linesOf } from '../markdown/headings.ts';
import { fitTitle } from '../past/names.ts';
import type { Converted, Note, PastRelease, Sanitise } from '../past/past-release.ts';
import { isPreRelease } from '../past/pre-release.ts';
import { readText } from '../text/read-text.ts';
import { assetsOf, GitHubRelease } from './rows.ts';
import { readTagName } from './tag-name.ts';

// Takes releases as GitHub's API answers them; gives a release for each, in their order.
// Never throws: a row that cannot be used is left out and named, a part that cannot be, likewise.

export interface GitHubOptions {
  sanitise: Sanitise;
  /** The project of all of them; without it, a tag such as `package@1.0.0` names one. */
  project?: string | undefined;
}

export function convertGitHub(rows: readonly unknown[], options: GitHubOptions): Converted {
  const notes: Note[] = [];
  let leftOut = 0;
  // Where releases come or go while pages are read, one may stand on two of them.
  const releases = new Map<string, PastRelease>();
  for (const [index, row] of rows.entries()) {
    const parsed = GitHubRelease.safeParse(row);
    if (!parsed.success) {
      leftOut += 1;
      notes.push({ what: `${nameOf(row, index)}: left out, as ${explain(parsed.error)}` });
      continue;
    }
    const release = toRelease(parsed.data, options, notes);
    releases.set(release.id, release);
  }
  return { releases: [...releases.values()], notes, leftOut };
}

function toRelease(row: GitHubRelease, options: GitHubOptions, notes: Note[]): PastRelease {
  const lines = linesOf(row.body ?? '');
  const { sanitise } = options;
  const read = readText(lines, { sanitise, definitions: definitionsIn(lines), ownTypes: false });
  const assets = assetsOf(row);
  const lost = row.assets.length - assets.length;
  const name = shorten(oneLine(row.tag_name), 100);
  notes.push(...read.notes.map(({ what }) => ({ what: `${name}: ${what}` })));
  if (lost > 0) notes.push({ what: `${name}: ${lost} of its assets cannot be used` });
  const at = toIsoUtc(row.published_at ?? row.created_at);
  return {
    id: `github-${row.id}`,
    ...versionOf(row, options.project ?? null),
    state: row.draft ? 'draft' : 'released',
    at,
    updatedAt: row.updated_at ? toIsoUtc(row.updated_at) : at,
    text: read.text,
    attachments: assets.map((asset) => ({
      id: `github-asset-${asset.id}`,
      type: 'LINK',
      content: {
        title: oneLine(asset.label || asset.name) || null,
        url: asset.browser_download_url,
      },
    })),
    contributors: row.author ? [toContributor(row.author)] : [],
  };
}

function versionOf({ tag_name, name, prerelease }: GitHubRelease, project: string | null) {
  const tag = readTagName(tag_name);
  return {
    title: fitTitle(name ?? '', tag_name),
    version: tag.version,
    project: project ?? tag.package,
    isPreRelease: prerelease || isPreRelease(tag.version ?? ''),
  };
}

function toContributor({ id, login, avatar_url }: NonNullable<GitHubRelease['author']>) {
  const name = oneLine(login) || `user ${id}`;
  return { id: `github-user-${id}`, name, avatar_url: avatar_url ?? null };
}

function nameOf(row: unknown, index: number): string {
  const { tag_name } = (row ?? {}) as { tag_name?: unknown };
  return typeof tag_name === 'string' ? shorten(oneLine(tag_name), 100) : `release ${index + 1}`;
}

/** The first problems of a row, in words. */
export function explain({ issues }: z.ZodError): string {
  return issues
    .slice(0, 3)
    .map(({ path, message }) => `${z.core.toDotPath(path) || 'it'}: ${message}`)
    .join('; ');
}
