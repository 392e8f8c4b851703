import type { StoryStrings } from './story-strings.ts';

export const englishStory: StoryStrings = {
  title: 'What moved',
  changes: 'Changes',
  about: (name) => `What moved on the roadmap of ${name}, month by month.`,
  lead: 'Every step on the roadmap, the newest first.',
  none: 'Nothing has moved yet. Every step will be told here.',
  added: 'Added to the roadmap',
  moved: (from, to) => `From ${from} to ${to}`,
  inStage: (status, stage) => `${status} (${stage})`,
  stages: {
    BACKLOG: 'idea',
    PLANNED: 'planned',
    IN_PROGRESS: 'under way',
    COMPLETED: 'done',
    CANCELED: 'set aside',
  },
  timeline: 'Timeline',
  milestone: 'Milestone',
  unbegun: 'Not begun yet',
  earlier: 'Before that',
  quarter: (number, year) => `Q${number} ${year}`,
  since: (date) => `since ${date}`,
  shippedIn: 'Shipped in',
  feedText:
    'Every step on the roadmap as it happens: what was added, begun, finished or set aside.',
};
