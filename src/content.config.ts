import { defineCollection } from 'astro:content';
import { LabelEntry, MilestoneSummary, ProjectEntry, ReleaseSummary } from './model/content.ts';
import { contentLoader, contentOnce } from './store/loader.ts';

const content = contentOnce(import.meta.env.CONTENT_DIR);

export const collections = {
  releases: defineCollection({
    loader: contentLoader('releases', content, ({ releases }) => releases.values(), ReleaseSummary),
    schema: ReleaseSummary,
  }),
  milestones: defineCollection({
    loader: contentLoader(
      'milestones',
      content,
      ({ milestones }) => milestones.values(),
      MilestoneSummary,
    ),
    schema: MilestoneSummary,
  }),
  projects: defineCollection({
    loader: contentLoader('projects', content, ({ projects }) => projects, ProjectEntry),
    schema: ProjectEntry,
  }),
  labels: defineCollection({
    loader: contentLoader('labels', content, ({ labels }) => labels, LabelEntry),
    schema: LabelEntry,
  }),
};
