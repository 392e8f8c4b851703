import { defineCollection } from 'astro:content';
import {
  LabelEntry,
  MilestoneListing,
  ProjectEntry,
  ReleaseListing,
} from './model/content/content.ts';
import { contentLoader, contentOnce, milestoneRows, releaseRows } from './store/read/loader.ts';

const content = contentOnce(import.meta.env.CONTENT_FOLDER);

export const collections = {
  releases: defineCollection({
    loader: contentLoader('releases', content, releaseRows, ReleaseListing),
    schema: ReleaseListing,
  }),
  milestones: defineCollection({
    loader: contentLoader('milestones', content, milestoneRows, MilestoneListing),
    schema: MilestoneListing,
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
