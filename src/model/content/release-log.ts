import { hash } from 'node:crypto';
import { z } from 'zod';
import type { EntryChange } from './content.ts';

/** The oldest corrections above this number are dropped. */
export const maxCorrections = 1000;

const Time = z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString());

/**
 * A part of a correction. `key` is the `changeKey` of the added change, whose text is read from the
 * release's current entry. `action` marks a change that needed action when it was recorded, so that
 * later settings or languages do not make an old addition look new.
 */
const CorrectionPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('added'), key: z.string(), action: z.literal(true).optional() }),
  z.object({ kind: z.literal('removed'), count: z.int() }),
  z.object({ kind: z.literal('reworded'), count: z.int() }),
  z.object({ kind: z.enum(['version', 'date', 'pre-release']) }),
]);
export type CorrectionPart = z.infer<typeof CorrectionPart>;

/** A difference that a sync found in a published release. Times are unique per release. */
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
 * `content/release-log.json`: corrections of releases, oldest first, and when each release was
 * first in this content. Releases of the first sync have no `first_seen`; for them it would not be
 * later than `released_at`, and readers use the later of both.
 */
export const ReleaseLog = z.object({
  /** Version and options that the entries were prepared with. */
  prepared: z.string(),
  /** By the release's id: RFC 3339 in UTC. */
  first_seen: z.record(z.string(), Time),
  corrections: z.array(Correction),
  /** Ids of releases whose entries another version, or other options, prepared. */
  stale: z.array(z.string()).optional(),
});
export type ReleaseLog = z.infer<typeof ReleaseLog>;

/**
 * When a release first appeared in this content.
 * @param id any text, such as "constructor"
 */
export function firstSeen(log: ReleaseLog | undefined, id: string): string | undefined {
  return log && Object.hasOwn(log.first_seen, id) ? log.first_seen[id] : undefined;
}

/** Identifies a change by its text without markup, or by its markup if it has no text. */
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
