import type { Feature } from '../feature.ts';

// Also: `RoadmapTimeline` in `src/pages/_places/RoadmapView.astro`.

/** The roadmap from quarter to quarter. */
export const timeline: Feature = {
  name: 'timeline',
  isOn: ({ show }) => show.roadmap,
  routes: [],
  roadmapViews: ['timeline'],
};
