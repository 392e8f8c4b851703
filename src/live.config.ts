import { defineLiveCollection } from 'astro:content';
import { liveLoader } from './collections/live-loader.ts';
import * as site from './collections/site-collections.ts';

// Astro loads this file when `astro:content` is imported. No module imports this file, and none that
// it imports may import `astro:content`, which waits for this file.

export const collections = {
  releases: defineLiveCollection({ loader: liveLoader('releases', site) }),
  milestones: defineLiveCollection({ loader: liveLoader('milestones', site) }),
  projects: defineLiveCollection({ loader: liveLoader('projects', site) }),
  labels: defineLiveCollection({ loader: liveLoader('labels', site) }),
};
