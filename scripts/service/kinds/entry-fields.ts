import { clearableField, listField, textField } from './field.ts';

// The fields that releases and milestones share.

export const titleField = textField('title', '--title <text>', 'its title', '"Dark mode"');

export const slugField = textField('slug', '--slug <slug>', 'its name in URLs', 'dark-mode');

export const bodyField = textField('body', '--body <html>', 'its text', '"<p>New.</p>"');

export const projectField = clearableField(
  'project_id',
  '--project <id>',
  'its project',
  'web-app',
);

export const labelsField = listField(
  'label_ids',
  '--label <id>',
  'a label, replacing the current labels',
  'speed',
);
