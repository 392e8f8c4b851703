import { z } from 'zod';
import {
  EntryChange,
  LabelEntry,
  ProjectEntry,
  ReleaseEntry,
  WorkspaceEntry,
} from '../../model/content/content.ts';
import { documentShape, time, url } from '../../site/releases/feeds/machine-readable.ts';

// Models of the machine-readable documents. In place of the ids and files in stored content, these
// documents have absolute addresses. The documents' JSON Schemas are generated from these models.

const Head = ReleaseEntry.pick({
  id: true,
  slug: true,
  title: true,
  version: true,
  summary: true,
  is_pre_release: true,
}).extend({
  url,
  markdown_url: url,
  released_at: time,
  updated_at: time
    .nullable()
    .meta({ description: 'time of the last edit, if the last edit was after the release' }),
});

export type PublicHead = z.infer<typeof Head>;

const Picture = z.object({
  url,
  width: z.number().nullable(),
  height: z.number().nullable(),
  bytes: z.number(),
});

export const PublicRelease = Head.extend({
  ...ReleaseEntry.pick({ is_pinned: true, excerpt: true, reading_minutes: true }).shape,
  project: ProjectEntry.nullable(),
  labels: z.array(LabelEntry),
  hero: Picture.extend({ type: z.literal('image') })
    .or(z.object({ type: z.enum(['video', 'link']), url }))
    .nullable(),
  html: z.string().meta({ description: 'the body as sanitised HTML with absolute URLs' }),
  changes: z.array(
    EntryChange.extend({ type: WorkspaceEntry.shape.change_types.element.nullable() }),
  ),
  attachments: z.array(z.object({ title: z.string(), url, bytes: z.number().nullable() })),
  contributors: z.array(z.object({ id: z.string(), name: z.string(), avatar_url: url.nullable() })),
});
export type PublicRelease = z.infer<typeof PublicRelease>;

/** `/changelog.json`, and its archives with older releases. */
export const Changelog = z
  .object({
    ...documentShape,
    older: url.nullable().meta({ description: 'the document with older releases' }),
    releases: z.array(PublicRelease).meta({ description: 'newest first' }),
  })
  .meta({
    title: 'Changelog',
    description: 'Every public release, in documents of about fifty releases each.',
  });
export type Changelog = z.infer<typeof Changelog>;

const newest = {
  stable: Head.nullable().meta({ description: 'the newest stable release' }),
  pre_release: Head.nullable().meta({ description: 'the newest pre-release, however old' }),
};

/** `/latest.json`. */
export const Latest = z
  .object({
    ...documentShape,
    ...newest,
    projects: z.array(z.object({ project: ProjectEntry, ...newest })),
  })
  .meta({
    title: 'Latest releases',
    description: 'The newest release of the site and of each project.',
  });
export type Latest = z.infer<typeof Latest>;
