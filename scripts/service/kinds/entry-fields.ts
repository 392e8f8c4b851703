import { clearable, several, text } from './field.ts';

// The fields that releases and milestones share.

export const titleField = text('title', {
  flags: '--title <text>',
  about: 'its title',
  example: '"Dark mode"',
});

export const slugField = text('slug', {
  flags: '--slug <slug>',
  about: 'its address',
  example: 'dark-mode',
});

export const bodyField = text('body', {
  flags: '--body <html>',
  about: 'its text',
  example: '"<p>New.</p>"',
});

export const projectField = clearable('project_id', {
  flags: '--project <id>',
  about: 'its project',
  example: 'web-app',
});

export const labelsField = several('label_ids', {
  flags: '--label <id>',
  about: 'a label; replaces the current ones',
  example: 'speed',
});
