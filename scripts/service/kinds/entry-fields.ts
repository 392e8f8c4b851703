import { clearableField, listField, textField } from './field.ts';

// The fields that releases and milestones share.

export const titleField = textField('title', {
  flags: '--title <text>',
  about: 'its title',
  example: '"Dark mode"',
});

export const slugField = textField('slug', {
  flags: '--slug <slug>',
  about: 'its name in URLs',
  example: 'dark-mode',
});

export const bodyField = textField('body', {
  flags: '--body <html>',
  about: 'its text',
  example: '"<p>New.</p>"',
});

export const projectField = clearableField('project_id', {
  flags: '--project <id>',
  about: 'its project',
  example: 'web-app',
});

export const labelsField = listField('label_ids', {
  flags: '--label <id>',
  about: 'a label, replacing the current labels',
  example: 'speed',
});
