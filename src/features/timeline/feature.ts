import type { Feature } from '../feature.ts';

// Other files that use this feature: `src/pages/_places/RoadmapView.astro` (`RoadmapTimeline`).

/** Shows the roadmap on a time axis of quarters. */
export const timeline: Feature = {
  name: 'timeline',
  isOn: ({ show }) => show.roadmap,
  roadmapViews: ['timeline'],
};
