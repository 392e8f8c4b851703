import { z } from 'zod';

// The files in `content/`: everything in them is public, sanitised and ready for templates. Ids of
// projects, labels and statuses refer to the tables beside the entries.

// Placeholders in bodies, as sync knows neither the site's addresses nor its language. Pages and
// feeds replace them (`site/base/html/body.ts`). Each is the first attribute of a tag that only
// sync writes. The text of a body cannot forge it, as every "<" in text is escaped.

/** Scheme of mirrored files in bodies: pictures in `<img src="…"`, others in `<a href="…"`. */
export const assetScheme = 'waymark-asset:';

/**
 * Scheme of labels in bodies: `code` or `table` for a scrollable box in `<pre aria-label="…"` or
 * `<div …`; `done` or `open` for the mark of a task in `<span …`.
 */
export const labelScheme = 'waymark-label:';

/** Class of a `span` with the provider's name, for a video without a title. */
export const untitledVideoClass = 'untitled-video';

/** Marks of tasks. At the start of a text they are in a `span` of this class. */
export const taskMarks = { done: '☑', open: '☐' } as const;
export const taskClass = 'task';

const Hex = z.string().regex(/^#[0-9a-f]{6}$/);

/**
 * One of the API's colours, legible as text in either theme. Older content without pairs reads as
 * having no colour, until the next sync.
 */
const ColourPair = z.object({ light: Hex, dark: Hex });
export type ColourPair = z.infer<typeof ColourPair>;
const Colour = ColourPair.nullable().catch(null);

/** A file in `content/assets/`; pictures have their size in pixels. */
export const Asset = z.object({
  file: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
  bytes: z.number(),
});
export type Asset = z.infer<typeof Asset>;

/** A mirrored picture or video, or the address of one that was not mirrored. */
const EntryHero = z.discriminatedUnion('type', [
  z.object({ type: z.literal('image'), asset: Asset }),
  z.object({ type: z.literal('film'), asset: Asset }),
  z.object({ type: z.literal('video'), url: z.string() }),
  z.object({ type: z.literal('link'), url: z.string() }),
]);

/**
 * One change: the API's id if any, the slug of its type in `workspace.json` if any, and sanitised
 * HTML.
 */
export const EntryChange = z.object({
  id: z.string().optional(),
  type: z.string().nullable(),
  html: z.string(),
});
export type EntryChange = z.infer<typeof EntryChange>;

/** An item of a list as sanitised HTML, with the items of a nested list. */
const TextItem = z.object({ html: z.string(), items: z.array(z.string()).optional() });
export type TextItem = z.infer<typeof TextItem>;

/**
 * The items of a body below one heading: texts of the headings from the outermost to its own (empty
 * above the first), the id of the nearest one, and the items. Paragraphs below
 * a heading are the items of another group (`is_prose`).
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

/** Older content has no avatars. */
const EntryContributor = z.object({
  id: z.string(),
  name: z.string(),
  avatar: Asset.nullable().default(null),
});
export type EntryContributor = z.infer<typeof EntryContributor>;

/** Widths of the WebP versions of its large pictures, by file name (`variants.ts`). */
const Pictures = z.record(z.string(), z.array(z.number())).optional();

const common = {
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  project: z.string().nullable(),
  labels: z.array(z.string()),
};

/**
 * The fields of a release that lists need, without the body. Times are RFC 3339 in UTC. Changes
 * only have their types, which decide the archives that list the release.
 */
export const ReleaseSummary = z.object({
  ...common,
  version: z.string().nullable(),
  summary: z.string().nullable(),
  is_pinned: z.boolean(),
  is_pre_release: z.boolean(),
  released_at: z.string(),
  updated_at: z.string().nullable(),
  changes: z.array(EntryChange.pick({ type: true })),
});
export type ReleaseSummary = z.infer<typeof ReleaseSummary>;

/** Digest of the whole file. */
const digested = { digest: z.string() };

/** The fields of a release that planning all pages needs. */
export const ReleaseListing = ReleaseSummary.extend({
  ...digested,
  /** Bytes of HTML in the body and changes. */
  textBytes: z.int(),
  /** Number of items in `groups`. */
  textItems: z.int(),
  /** Addresses in its texts that may point to pages of milestones. */
  roadmapLinks: z.array(z.string()),
  /** File name of the mirrored hero picture. */
  heroFile: z.string().nullable(),
});
export type ReleaseListing = z.infer<typeof ReleaseListing>;

/**
 * `content/releases/<slug>.json`. `reading_minutes` is at least 1; `body` is sanitised HTML. Keys
 * are in file order, so that an unchanged entry is written byte-equal.
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
  ended_at: z.string().nullable(),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
});
export type MilestoneSummary = z.infer<typeof MilestoneSummary>;

/** The fields of a milestone that planning all pages needs. */
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

/** `content/projects.json`: projects that a public entry refers to. */
export const ProjectEntry = z.object({ id: z.string(), slug: z.string(), name: z.string() });
export type ProjectEntry = z.infer<typeof ProjectEntry>;

/** `content/labels.json`: labels that a public entry refers to. */
export const LabelEntry = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  color: Colour,
});
export type LabelEntry = z.infer<typeof LabelEntry>;

/** `content/redirects.json`, if there are any: new slugs by old slug. */
export const Redirects = z.object({
  releases: z.record(z.string(), z.string()).default({}),
  milestones: z.record(z.string(), z.string()).default({}),
});
export type Redirects = z.infer<typeof Redirects>;

/**
 * A type of change. One that the workspace does not list is identified by its title and has no id.
 */
export const ChangeTypeEntry = z.object({
  id: z.string().optional(),
  slug: z.string(),
  title: z.string(),
  color: Colour,
});
export type ChangeTypeEntry = z.infer<typeof ChangeTypeEntry>;

/**
 * `content/workspace.json`. Its types are those that a public entry refers to, in the API's order.
 */
export const WorkspaceEntry = z.object({
  /** Version of all content (`content-version.ts`); omitted in version 1. */
  content_version: z.int().optional(),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  change_types: z.array(ChangeTypeEntry),
  status_types: z.array(z.object({ title: z.string(), color: Colour, stage: z.string() })),
});
export type WorkspaceEntry = z.infer<typeof WorkspaceEntry>;
