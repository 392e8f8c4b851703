import { defineCollection } from 'astro:content';
import { LabelEntry, MilestoneRow, ProjectEntry, ReleaseRow } from './model/content/content.ts';
import { contentLoader, contentOnce, milestoneRows, releaseRows } from './store/read/loader.ts';

const content = contentOnce(import.meta.env.CONTENT_DIR);

export const collections = {
  releases: defineCollection({
    loader: contentLoader('releases', content, releaseRows, ReleaseRow),
    schema: ReleaseRow,
  }),
  milestones: defineCollection({
    loader: contentLoader('milestones', content, milestoneRows, MilestoneRow),
    schema: MilestoneRow,
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
