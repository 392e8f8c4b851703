import { readFileSync } from 'node:fs';
import { convertChangelog } from '../../src/sources/changelog/convert-changelog.ts';
import { convertReleases } from '../../src/sources/forge/convert-releases.ts';
import { gitHub } from '../../src/sources/github/github.ts';
import type { Converted, PastText } from '../../src/sources/past/past-release.ts';
import { cleanHtml } from '../../src/sync/prepare/html/parse-body.ts';

/** An empty workspace. */
export const workspace = {
  id: 'w',
  name: 'W',
  slug: 'w',
  url: 'https://example.com',
  release_change_types: [],
  roadmap_status_types: [],
};

type Options = Omit<Parameters<typeof convertReleases>[1], 'forge'>;

/** Releases on GitHub, converted. */
export function convertGitHub(rows: readonly unknown[], options: Options): Converted {
  return convertReleases(rows, { forge: gitHub, ...options });
}

/** A changelog as converted by the command. */
export function changelog(text: string, project?: string): Converted {
  return convertChangelog(text, { sanitise: cleanHtml, project });
}

/** The text of a GitHub release with this body, in a repository of acme. */
export function githubBody(body: string, row: object = {}): PastText {
  const address = 'https://github.com/acme/board/releases/tag/v1.0.0';
  const created_at = '2020-01-01T00:00:00Z';
  const whole = { id: 1, tag_name: 'v1.0.0', html_url: address, created_at, body, ...row };
  const [release] = convertGitHub([whole], { sanitise: cleanHtml }).releases;
  if (!release) throw new Error('the release was left out');
  return release.text;
}

/** A GitHub release with this tag, converted. */
export function github(tag_name: string): Converted {
  const row = { id: 1, tag_name, created_at: '2020-01-01T00:00:00Z' };
  return convertGitHub([row], { sanitise: cleanHtml });
}

export function fixture(name: string): string {
  return readFileSync(new URL(`fixtures/${name}.md`, import.meta.url), 'utf8');
}

/** The facts of each release that the tests compare, with changes as `type: content`. */
export function brief({ releases }: Converted) {
  return releases.map(({ version, state, at, text }) => ({
    version,
    state,
    day: at.slice(0, 10),
    body: text.body,
    changes: text.changes.map(({ type, content }) => `${type}: ${content}`),
  }));
}

/** Notes with their line numbers, as users see them. */
export function told({ notes }: Converted): string[] {
  return notes.map(({ line, what }) => (line === undefined ? what : `${line} ${what}`));
}
