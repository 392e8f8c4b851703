import { z } from 'zod';

// What stands in `content/`: everything in it is public, sanitised and ready to be templated.
// Ids of projects, labels and statuses point into the tables beside the entries.

// What bodies leave open, as sync knows neither the site's addresses nor its language; pages and
// feeds fill it in (`site/base/html/body.ts`). Each stands in a tag that only sync writes, at its start: the
// text of a body can't forge it, since there every "<" is escaped.

/** How bodies refer to mirrored files: pictures in `<img src="…"`, others in `<a href="…"`. */
export const assetScheme = 'waymark-asset:';

/**
 * How bodies name a box that scrolls, `code` or `table`, in `<pre aria-label="…"` or `<div …`, and
 * the mark of a task, `done` or `open`, in `<span …`.
 */
export const labelScheme = 'waymark-label:';

/** Class of a `span` around the name of a provider, where a video has no title. */
export const untitledVideoClass = 'untitled-video';

/** What stands before a task, in a `span` of this class where it begins a text. */
export const taskMarks = { done: '☑', open: '☐' } as const;
export const taskClass = 'task';

const Hex = z.string().regex(/^#[0-9a-f]{6}$/);

/**
 * One of the API's colours, legible as text in either theme. Content written before there were
 * pairs reads as if it had no colour, until the next sync.
 */
const ColourPair = z.object({ light: Hex, dark: Hex });
export type ColourPair = z.infer<typeof ColourPair>;
const Colour = ColourPair.nullable().catch(null);

/** A picture or file in `content/assets/`: its file name there; pictures know their size in pixels. */
export const Asset = z.object({
  file: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
  bytes: z.number(),
});
export type Asset = z.infer<typeof Asset>;

/** A mirrored picture or video, or an address to lead to: of a video or picture that was not mirrored. */
const EntryHero = z.discriminatedUnion('type', [
  z.object({ type: z.literal('image'), asset: Asset }),
  z.object({ type: z.literal('film'), asset: Asset }),
  z.object({ type: z.literal('video'), url: z.string() }),
  z.object({ type: z.literal('link'), url: z.string() }),
]);

/**
 * One change: the API's id where there is one, the slug of its type in `workspace.json` where it
 * has one, and sanitised HTML.
 */
export const EntryChange = z.object({
  id: z.string().optional(),
  type: z.string().nullable(),
  html: z.string(),
});
export type EntryChange = z.infer<typeof EntryChange>;

/** An item of a list in a body, as sanitised HTML, with the items of the list inside it. */
const TextItem = z.object({ html: z.string(), items: z.array(z.string()).optional() });
export type TextItem = z.infer<typeof TextItem>;

/**
 * What a body lists below one heading: the texts of the headings from the outermost to its own
 * (empty above the first), the id of the nearest one, and its items. Where it has no list, the items
 * are its paragraphs (`is_prose`).
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

/** Content written before there were avatars has none. */
const EntryContributor = z.object({
  id: z.string(),
  name: z.string(),
  avatar: Asset.nullable().default(null),
});
export type EntryContributor = z.infer<typeof EntryContributor>;

const common = {
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  project: z.string().nullable(),
  labels: z.array(z.string()),
};

/**
 * What lists need of a release; bodies are read when a page is rendered. Times are RFC 3339 in
 * UTC. Of its changes the types alone: which archives it stands in.
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

/** Of all that an entry's file holds. */
const digested = { digest: z.string() };

/** A release among all of them, as pages are planned from. */
export const ReleaseListing = ReleaseSummary.extend({
  ...digested,
  /** Of the HTML of its body and its changes. */
  textBytes: z.int(),
  /** How many items its body lists (`groups`). */
  textItems: z.int(),
  /** Addresses in its texts that may be those of milestones' pages. */
  roadmapLinks: z.array(z.string()),
  /** File of the mirrored picture at its head. */
  heroFile: z.string().nullable(),
});
export type ReleaseListing = z.infer<typeof ReleaseListing>;

/**
 * `content/releases/<slug>.json`. `reading_minutes` is at least 1; `body` is sanitised HTML. Keys
 * stand in the order of the file, so that an entry which is kept is written as it was read.
 */
export const ReleaseEntry = ReleaseSummary.omit({ changes: true }).extend({
  hero: EntryHero.nullable(),
  changes: z.array(EntryChange),
  attachments: z.array(EntryAttachment),
  contributors: z.array(EntryContributor),
  excerpt: z.string(),
  reading_minutes: z.number(),
  body: z.string(),
  /** What its body lists, by heading; left out where that is nothing. */
  groups: z.array(TextGroup).optional(),
  /** Where the file that it comes from is edited. */
  edit_url: z.string().optional(),
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

/** A milestone among all of them. */
export const MilestoneListing = MilestoneSummary.extend(digested);
export type MilestoneListing = z.infer<typeof MilestoneListing>;

/** `content/milestones/<slug>.json`. */
export const MilestoneEntry = MilestoneSummary.extend({
  attachments: z.array(EntryAttachment),
  excerpt: z.string(),
  body: z.string(),
  edit_url: z.string().optional(),
});
export type MilestoneEntry = z.infer<typeof MilestoneEntry>;

/** `content/projects.json`: those that a public entry refers to. */
export const ProjectEntry = z.object({ id: z.string(), slug: z.string(), name: z.string() });
export type ProjectEntry = z.infer<typeof ProjectEntry>;

/** `content/labels.json`: those that a public entry refers to. */
export const LabelEntry = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  color: Colour,
});
export type LabelEntry = z.infer<typeof LabelEntry>;

/** `content/redirects.json`, where any are: where old addresses lead, by old slug. */
export const Redirects = z.object({
  releases: z.record(z.string(), z.string()).default({}),
  milestones: z.record(z.string(), z.string()).default({}),
});
export type Redirects = z.infer<typeof Redirects>;

/** A type of change; one that the workspace does not list is known by its title and has no id. */
export const ChangeTypeEntry = z.object({
  id: z.string().optional(),
  slug: z.string(),
  title: z.string(),
  color: Colour,
});
export type ChangeTypeEntry = z.infer<typeof ChangeTypeEntry>;

/** `content/workspace.json`; its types are those that a public entry refers to, in the API's order. */
export const WorkspaceEntry = z.object({
  /** Of all the content (`content-version.ts`); left out in version 1. */
  content_version: z.int().optional(),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  change_types: z.array(ChangeTypeEntry),
  status_types: z.array(z.object({ title: z.string(), color: Colour, stage: z.string() })),
});
export type WorkspaceEntry = z.infer<typeof WorkspaceEntry>;
