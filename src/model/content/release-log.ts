import { hash } from 'node:crypto';
import { z } from 'zod';
import type { ChangeTypeEntry, EntryChange } from './content.ts';

/** Maximum number of corrections in the log. If there are more, the oldest ones are dropped. */
export const maxCorrections = 1000;

/** A time in the log. It is converted to UTC, so that times can be compared as texts. */
export const Time = z.iso
  .datetime({ offset: true })
  .transform((time) => new Date(time).toISOString());

/**
 * One part of a correction. `key` and `keys` are the `changeKey` of an added or of reworded changes,
 * whose texts are read from the release's current entry. `action` is set if the change required action from readers when it
 * was recorded; later changes of settings or language have no effect on it.
 */
const CorrectionPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('added'), key: z.string(), action: z.literal(true).optional() }),
  z.object({ kind: z.literal('removed'), count: z.int() }),
  z.object({
    kind: z.literal('reworded'),
    count: z.int(),
    keys: z.array(z.string()).optional(),
  }),
  z.object({ kind: z.enum(['version', 'date', 'pre-release']) }),
]);
export type CorrectionPart = z.infer<typeof CorrectionPart>;

/**
 * A difference that a sync found in a published release. No two corrections of a release have the
 * same time.
 */
const Correction = z.object({
  release: z.string(),
  /** Time of the correction, RFC 3339 in UTC. */
  at: Time,
  /**
   * Set if the release was a pre-release before the correction, so feeds of stable releases had no
   * item for it.
   */
  was_pre_release: z.literal(true).optional(),
  parts: z.array(CorrectionPart),
});
export type Correction = z.infer<typeof Correction>;

/**
 * `content/release-log.json`: corrections of releases, oldest first, and the times when releases
 * were first in this content (`first_seen`). For releases of the first sync, and of sources and
 * projects that were added, this is their release date. Digests and the search index use the later of `first_seen` and `released_at` as the date of
 * a release.
 */
export const ReleaseLog = z.object({
  /** The Waymark version and the options with which the entries were prepared. */
  prepared: z.string(),
  /**
   * Times by release id, RFC 3339 in UTC. A release has no time here if content is from a version
   * of Waymark without this field, until the next sync of all releases.
   */
  first_seen: z.record(z.string(), Time),
  /**
   * Times by release id at which releases moved to a project that had other releases. The project's
   * digest lists them in that week.
   */
  moved: z.record(z.string(), Time).optional(),
  corrections: z.array(Correction),
  /** Ids of releases whose entries were prepared with another version or other options. */
  stale: z.array(z.string()).optional(),
});
export type ReleaseLog = z.infer<typeof ReleaseLog>;

/**
 * The time when a release was first in this content, if the log has one.
 * @param id any text, even the name of an object's property such as "constructor"
 */
export function firstSeen(log: ReleaseLog | undefined, id: string): string | undefined {
  return timeOf(log?.first_seen, id);
}

/** The time when a release moved to its project, if the log has one. */
export function movedAt(log: ReleaseLog | undefined, id: string): string | undefined {
  return timeOf(log?.moved, id);
}

function timeOf(times: Readonly<Record<string, string>> | undefined, id: string) {
  return times && Object.hasOwn(times, id) ? times[id] : undefined;
}

/**
 * Identifies a change by its text without markup. A change without text is identified by its
 * markup.
 */
export function changeKey({ html }: Pick<EntryChange, 'html'>): string {
  return hash('sha256', changeText(html) || html).slice(0, 16);
}

/**
 * The text of a prepared change without tags, on one line. A picture counts as its description,
 * which pages show if the picture could not be copied. Otherwise, a copy that succeeds later would
 * look like a new text.
 */
export function changeText(html: string): string {
  return html
    .replace(tag, (all, name: string) =>
      name === 'img' ? altOf(all) : blocks.has(name) ? ' ' : '',
    )
    .replace(/\s+/g, ' ')
    .trim();
}

/** The description of a picture, escaped as in texts. */
function altOf(img: string): string {
  const alt = / alt="([^"]*)"/.exec(img)?.[1] ?? '';
  return alt.replaceAll('&#x22;', '"').replaceAll('<', '&#x3C;');
}

// Matches a tag. In prepared HTML, attributes have double quotes and "<" only starts tags.
const tag = /<\/?([a-z][a-z0-9]*)[^">]*(?:"[^"]*"[^">]*)*>/g;
const blocks = new Set('blockquote br dd div dl dt hr li ol p pre table td th tr ul'.split(' '));

/** Whether a change needs action when a reader upgrades, according to the site's settings. */
export type NeedsAction = (type: ChangeTypeEntry | undefined, html: string) => boolean;
