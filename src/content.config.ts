import { defineCollection } from 'astro:content';
import { LabelEntry, MilestoneRow, ProjectEntry, ReleaseRow } from './model/content.ts';
import { contentLoader, contentOnce, digested } from './store/loader.ts';

const content = contentOnce(import.meta.env.CONTENT_DIR);

export const collections = {
  releases: defineCollection({
    loader: contentLoader('releases', content, digested('releases'), ReleaseRow),
    schema: ReleaseRow,
  }),
  milestones: defineCollection({
    loader: contentLoader('milestones', content, digested('milestones'), MilestoneRow),
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
