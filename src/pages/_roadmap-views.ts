import type { SiteConfig } from '../config/site-config.ts';
import { featuresOf } from '../features/registry.ts';
import type { RoadmapView } from '../site/roadmap/roadmap-parts.ts';

/** The roadmap views that this site has. */
export function viewsOfRoadmap(config: SiteConfig): RoadmapView[] {
  return ['board', 'list', ...featuresOf(config).flatMap((one) => one.roadmapViews ?? [])];
}
