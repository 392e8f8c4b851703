import { hash } from 'node:crypto';
import { z } from 'zod';
import type { EntryChange } from './content.ts';

/** The oldest corrections above this number are dropped. */
export const maxCorrections = 1000;

const Time = z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString());

/**
 * A part of a correction. `key` is that of the added change (`changeKey`): its text is read from the
 * release as it is now. `action` marks a change that needed action when it was recorded, so that
 * other settings or words do not turn an old addition into news.
 */
const CorrectionPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('added'), key: z.string(), action: z.literal(true).optional() }),
  z.object({ kind: z.literal('removed'), count: z.int() }),
  z.object({ kind: z.literal('reworded'), count: z.int() }),
  z.object({ kind: z.enum(['version', 'date', 'pre-release']) }),
]);
export type CorrectionPart = z.infer<typeof CorrectionPart>;

/** What a sync found changed in a published release. No two of one release have the same time. */
const Correction = z.object({
  /** The release's id. */
  release: z.string(),
  /** RFC 3339 in UTC. */
  at: Time,
  /** The release was a pre-release before: feeds of stable releases had no item for it. */
  was_pre_release: z.literal(true).optional(),
  parts: z.array(CorrectionPart),
});
export type Correction = z.infer<typeof Correction>;

/**
 * `content/release-log.json`: the corrections of releases, the oldest first, and when each release
 * was first in this content. A release of a first sync has no `first_seen`, which means its own date:
 * readers use the later of both, so storing `released_at` would change nothing but the file's size.
 */
export const ReleaseLog = z.object({
  /** Of the version and the options that entries were prepared with. */
  prepared: z.string(),
  /** By the release's id: RFC 3339 in UTC. */
  first_seen: z.record(z.string(), Time),
  corrections: z.array(Correction),
  /** Ids of releases that are still as another version or other options prepared them. */
  stale: z.array(z.string()).optional(),
});
export type ReleaseLog = z.infer<typeof ReleaseLog>;

/** When a release was first in this content. @param id any text, such as "constructor" */
export function firstSeen(log: ReleaseLog | undefined, id: string): string | undefined {
  return log && Object.hasOwn(log.first_seen, id) ? log.first_seen[id] : undefined;
}

/** A change by its text, whatever its markup; a picture without text by its markup. */
export function changeKey({ html }: Pick<EntryChange, 'html'>): string {
  return hash('sha256', changeText(html) || html).slice(0, 16);
}

/** The text of a prepared change without tags, on one line. */
export function changeText(html: string): string {
  return html
    .replace(tag, (_, name: string) => (blocks.has(name) ? ' ' : ''))
    .replace(/\s+/g, ' ')
    .trim();
}

// Prepared HTML has attributes in double quotes, and no "<" in a text.
const tag = /<\/?([a-z][a-z0-9]*)[^">]*(?:"[^"]*"[^">]*)*>/g;
const blocks = new Set('blockquote br dd div dl dt hr li ol p pre table td th tr ul'.split(' '));
