import { defineCollection } from 'astro:content';
import { LabelEntry, MilestoneRow, ProjectEntry, ReleaseRow } from './model/content.ts';
import { contentLoader, contentOnce, digested } from './store/loader.ts';

const content = contentOnce(import.meta.env.CONTENT_DIR);
const releases = digested('releases', ({ releases }) => releases.values());
const milestones = digested('milestones', ({ milestones }) => milestones.values());

export const collections = {
  releases: defineCollection({
    loader: contentLoader('releases', content, releases, ReleaseRow),
    schema: ReleaseRow,
  }),
  milestones: defineCollection({
    loader: contentLoader('milestones', content, milestones, MilestoneRow),
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
