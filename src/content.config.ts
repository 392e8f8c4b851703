import { defineCollection } from 'astro:content';
import {
  LabelEntry,
  MilestoneListing,
  ProjectEntry,
  ReleaseListing,
} from './model/content/content.ts';
import { contentLoaders } from './store/read/loader.ts';

const loaderOf = contentLoaders(import.meta.env.CONTENT_FOLDER);

export const collections = {
  releases: defineCollection({ loader: loaderOf('releases'), schema: ReleaseListing }),
  milestones: defineCollection({ loader: loaderOf('milestones'), schema: MilestoneListing }),
  projects: defineCollection({ loader: loaderOf('projects'), schema: ProjectEntry }),
  labels: defineCollection({ loader: loaderOf('labels'), schema: LabelEntry }),
};
