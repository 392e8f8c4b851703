import type { Feature } from '../feature.ts';

// Also used in: `src/pages/_places/RoadmapView.astro` (`RoadmapTimeline`).

/** Shows the roadmap on a time axis of quarters. */
export const timeline: Feature = {
  name: 'timeline',
  isOn: ({ show }) => show.roadmap,
  routes: [],
  roadmapViews: ['timeline'],
};
