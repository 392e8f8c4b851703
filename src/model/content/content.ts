import { z } from 'zod';
import { upgradeGroups } from './upgrade-groups.ts';

// The files in `content/`. Everything in them is public, sanitised and ready for templates. Ids of
// projects, labels and statuses refer to the files `projects.json`, `labels.json` and
// `workspace.json` in the same folder.

// Placeholders in the HTML of bodies. The sync writes placeholders because it does not know the
// site's addresses and language; pages and feeds replace them (`site/base/html/body.ts`). Each
// placeholder is the first attribute of a tag that only the sync writes, and "<" is escaped in
// text, so the text of a body cannot contain a forged placeholder.

/**
 * URL scheme of mirrored files in bodies. Pictures are in `<img src="…"`, other files in `<a
 * href="…"`.
 */
export const assetScheme = 'waymark-asset:';

/**
 * Prefix of placeholders for accessible names, in `aria-label` attributes of bodies. It is followed
 * by `code` or `table` for scrollable boxes (`<pre>`, `<div>`), and by `done` or `open` for the
 * check boxes of tasks (`<span>`).
 */
export const labelScheme = 'waymark-label:';

/** Class of a `span` that shows the video provider's name, because the video has no title. */
export const untitledVideoClass = 'untitled-video';

/**
 * Check boxes of done and open tasks. At the start of a text, the check box is in a `span` of class
 * `taskClass`.
 */
export const taskMarks = { done: '☑', open: '☐' } as const;
export const taskClass = 'task';

/** Kinds of alerts on GitHub. An alert is a `blockquote`; pages and feeds add the word for its kind. */
export const alertKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;

/** The class of an alert of a kind. */
export function alertClass(kind: string): string {
  return `alert-${kind}`;
}

/**
 * In the body of a release, follows the text that somebody wrote above generated notes. Pages fold
 * everything after it. A text cannot contain it, because the sync removes classes.
 */
export const allChangesMark = '<hr class="all-changes">';

const Hex = z.string().regex(/^#[0-9a-f]{6}$/);

/**
 * One of the API's colours, adjusted for each theme so that text in it is legible. Older content
 * without such pairs has no colours until the next sync.
 */
const ColourPair = z.object({ light: Hex, dark: Hex });
export type ColourPair = z.infer<typeof ColourPair>;
const Colour = ColourPair.nullable().catch(null);

/** A file in `content/assets/`. For pictures, `width` and `height` are in pixels. */
export const Asset = z.object({
  file: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
  bytes: z.number(),
});
export type Asset = z.infer<typeof Asset>;

/** A mirrored picture or video, or the address of a video that was not mirrored. */
const EntryHero = z.discriminatedUnion('type', [
  z.object({ type: z.literal('image'), asset: Asset }),
  z.object({ type: z.literal('film'), asset: Asset }),
  z.object({ type: z.literal('video'), url: z.string() }),
  z.object({ type: z.literal('link'), url: z.string() }),
]);

/**
 * A change in a release. `id` is the change's id in the API, if it has one. `type` is the slug of a
 * type in `workspace.json`, if the change has a type. `html` is sanitised.
 */
export const EntryChange = z.object({
  id: z.string().optional(),
  type: z.string().nullable(),
  html: z.string(),
});
export type EntryChange = z.infer<typeof EntryChange>;

/** A list item as sanitised HTML. `items` are the items of a nested list. */
const TextItem = z.object({ html: z.string(), items: z.array(z.string()).optional() });
export type TextItem = z.infer<typeof TextItem>;

/**
 * The items of a body below one heading. `headings` are the texts of all headings above the items,
 * outermost first (empty before the first heading), and `anchor` is the id of the nearest heading.
 * The paragraphs below the same heading are in a separate group (`is_prose`).
 */
export const TextGroup = z.object({
  headings: z.array(z.string()),
  anchor: z.string().optional(),
  items: z.array(TextItem),
  is_prose: z.boolean().optional(),
});
export type TextGroup = z.infer<typeof TextGroup>;

const EntryAttachment = z.discriminatedUnion('type', [
  z.object({ type: z.literal('FILE'), title: z.string(), asset: Asset }),
  z.object({ type: z.literal('LINK'), title: z.string(), url: z.string() }),
]);
export type EntryAttachment = z.infer<typeof EntryAttachment>;

/** A contributor. Older content has no avatars. */
const EntryContributor = z.object({
  id: z.string(),
  name: z.string(),
  avatar: Asset.nullable().default(null),
});
export type EntryContributor = z.infer<typeof EntryContributor>;

/** Widths of the WebP versions of an entry's large pictures, by file name (`variants.ts`). */
const Pictures = z.record(z.string(), z.array(z.number())).optional();

const Day = z.iso.date().optional();

const common = {
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  project: z.string().nullable(),
  labels: z.array(z.string()),
};

/**
 * The fields of a release that list pages need, without the body. Times are RFC 3339 in UTC. Each
 * change only has its type, which decides on which archive pages the release is listed.
 */
export const ReleaseSummary = z.object({
  ...common,
  version: z.string().nullable(),
  summary: z.string().nullable(),
  is_pinned: z.boolean(),
  is_pre_release: z.boolean(),
  released_at: z.string(),
  /** The day that the source gave, such as "2026-09-09", if it gave no time. */
  released_on: Day,
  updated_at: z.string().nullable(),
  /** The same for the last change. */
  updated_on: Day,
  changes: z.array(EntryChange.pick({ type: true })),
  /** Set if the release is not announced. */
  announce: z.literal(false).optional(),
  /** Names of the targets that announce the release, if somebody chose; empty for none. */
  channels: z.array(z.string()).optional(),
});
export type ReleaseSummary = z.infer<typeof ReleaseSummary>;

/** Digest of the text of the entry's file. */
const digested = { digest: z.string() };

/** The fields of a release that are needed to plan all pages. */
export const ReleaseListing = ReleaseSummary.extend({
  ...digested,
  /** Size of the HTML of the body and the changes, in bytes. */
  textBytes: z.int(),
  /** Number of items in `groups`. */
  textItems: z.int(),
  /** Kinds of the items in `groups`, if the release lists no changes. */
  textKinds: z.array(z.enum(upgradeGroups)),
  /**
   * Addresses in the release's texts that may refer to a milestone's page, and digests of addresses
   * of issues.
   */
  roadmapLinks: z.array(z.string()),
  /** File name of the mirrored hero picture. */
  heroFile: z.string().nullable(),
});
export type ReleaseListing = z.infer<typeof ReleaseListing>;

/**
 * `content/releases/<slug>.json`. `reading_minutes` is at least 1, and `body` is sanitised HTML.
 * The keys here have the same order as in the file, so that an unchanged entry is written with the
 * same bytes.
 */
export const ReleaseEntry = ReleaseSummary.omit({ changes: true }).extend({
  hero: EntryHero.nullable(),
  changes: z.array(EntryChange),
  attachments: z.array(EntryAttachment),
  contributors: z.array(EntryContributor),
  excerpt: z.string(),
  reading_minutes: z.number(),
  body: z.string(),
  /** Items of the body by heading; omitted if there are none. */
  groups: z.array(TextGroup).optional(),
  /** URL at which the source file can be edited. */
  edit_url: z.string().optional(),
  pictures: Pictures,
});
export type ReleaseEntry = z.infer<typeof ReleaseEntry>;

export const MilestoneSummary = z.object({
  ...common,
  number: z.number().nullable(),
  status: z.string().nullable(),
  stage: z.string(),
  upvote_count: z.number(),
  started_at: z.string().nullable(),
  started_on: Day,
  ended_at: z.string().nullable(),
  ended_on: Day,
  created_at: z.string().nullable(),
  created_on: Day,
  updated_at: z.string().nullable(),
  updated_on: Day,
  /** Numbers of its issues that are done, and of all. */
  progress: z.object({ done: z.int(), total: z.int() }).optional(),
  /** The day for which it is planned. */
  target_on: Day,
  /** Address of the issue that it is. Texts of releases may link to it. */
  address: z.string().optional(),
  /** Id of the release that has the milestone's name. */
  release_id: z.string().optional(),
});
export type MilestoneSummary = z.infer<typeof MilestoneSummary>;

/** The fields of a milestone that are needed to plan all pages. */
export const MilestoneListing = MilestoneSummary.extend(digested);
export type MilestoneListing = z.infer<typeof MilestoneListing>;

/** `content/milestones/<slug>.json`. */
export const MilestoneEntry = MilestoneSummary.extend({
  attachments: z.array(EntryAttachment),
  excerpt: z.string(),
  body: z.string(),
  edit_url: z.string().optional(),
  pictures: Pictures,
});
export type MilestoneEntry = z.infer<typeof MilestoneEntry>;

/** `content/projects.json`: the projects to which public entries refer. */
export const ProjectEntry = z.object({ id: z.string(), slug: z.string(), name: z.string() });
export type ProjectEntry = z.infer<typeof ProjectEntry>;

/** `content/labels.json`: the labels to which public entries refer. */
export const LabelEntry = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  color: Colour,
});
export type LabelEntry = z.infer<typeof LabelEntry>;

/**
 * `content/redirects.json`: the new slug for each old slug. The file is missing if there are none.
 */
export const Redirects = z.object({
  releases: z.record(z.string(), z.string()).default({}),
  milestones: z.record(z.string(), z.string()).default({}),
  /** Absent if no project has moved. */
  projects: z.record(z.string(), z.string()).optional(),
});
export type Redirects = z.infer<typeof Redirects>;

/**
 * A type of change. A type that is missing in the API's workspace has no id and is identified by
 * its title.
 */
export const ChangeTypeEntry = z.object({
  id: z.string().optional(),
  slug: z.string(),
  title: z.string(),
  color: Colour,
});
export type ChangeTypeEntry = z.infer<typeof ChangeTypeEntry>;

/**
 * `content/workspace.json`. Lists only the types to which public entries refer, in the API's order.
 */
export const WorkspaceEntry = z.object({
  /** Format version of all content (`content-version.ts`); omitted for version 1. */
  content_version: z.int().optional(),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  change_types: z.array(ChangeTypeEntry),
  status_types: z.array(z.object({ title: z.string(), color: Colour, stage: z.string() })),
});
export type WorkspaceEntry = z.infer<typeof WorkspaceEntry>;
