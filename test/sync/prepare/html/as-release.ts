import { ApiRelease } from '../../../../src/model/api/rows.ts';
import type { Asset } from '../../../../src/model/content/content.ts';
import { prepareRelease } from '../../../../src/sync/prepare/prepare.ts';

export interface Prepared {
  body: string;
  change: string;
  notes: string[];
}

const asset: Asset = { file: 'picture.png', width: 1, height: 1, bytes: 70 };

/** Prepares a release with this HTML as its body and, unless `content` is given, as its change. */
export async function prepared(html: string, content = html): Promise<Prepared> {
  const notes: string[] = [];
  const row = ApiRelease.parse({
    id: 'r',
    slug: 'a-release',
    title: 'A release',
    body: html,
    changes: [{ content }],
  });
  const { body, changes } = await prepareRelease(row, {
    types: { resolve: () => null, unlisted: () => [], table: () => [] },
    statuses: { resolve: () => null, findId: () => undefined, table: () => [] },
    // Every picture counts as mirrored, so that all of them are shown.
    assets: { fetch: async () => asset, link: () => undefined, missing: () => [] },
    base: new URL('https://workspace.example/changelog/'),
    notes,
  });
  return { body, change: changes[0]?.html ?? '', notes };
}

/** Notes other than those about frames and pictures without an address, which are left out. */
export function notesBesideMedia(notes: readonly string[]): string[] {
  const others = /^left out a (?:frame|picture) without a usable address$/;
  return notes.filter((note) => !others.test(note));
}
