import { defineCollection } from 'astro:content';
import {
  LabelEntry,
  MilestoneListing,
  ProjectEntry,
  ReleaseListing,
} from './model/content/content.ts';
import { contentLoader, contentOnce, listedRows } from './store/read/loader.ts';

const content = contentOnce(import.meta.env.CONTENT_FOLDER);

export const collections = {
  releases: defineCollection({
    loader: contentLoader('releases', content, listedRows('releases'), ReleaseListing),
    schema: ReleaseListing,
  }),
  milestones: defineCollection({
    loader: contentLoader('milestones', content, listedRows('milestones'), MilestoneListing),
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
