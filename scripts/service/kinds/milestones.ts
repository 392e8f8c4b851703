import type { MilestoneInput } from '../../../src/service/contract/inputs.ts';
import type { Milestone } from '../../../src/service/contract/resources.ts';
import { milestoneKind } from '../../../src/service/resources/kinds/milestones.ts';
import type { Described } from './describe.ts';
import { bodyField, labelsField, projectField, slugField, titleField } from './entry-fields.ts';
import { clearableField, listField, switchField, textField } from './field.ts';

const time = '2026-03-01T09:00:00Z';

export const milestones: Described<Milestone, MilestoneInput> = {
  kind: milestoneKind,
  command: 'milestones',
  about: 'milestones of the roadmap',
  hasChosenId: true,
  fields: [
    titleField,
    slugField,
    textField(
      'status',
      '--status <status>',
      'the title or id of a status type, which also sets the stage',
      '"In progress"',
    ),
    textField(
      'stage',
      '--stage <stage>',
      'stage of the milestone, if its status type has none',
      'PLANNED',
    ),
    bodyField,
    projectField,
    labelsField,
    switchField(
      'is_public',
      ['--public', 'show it on the roadmap'],
      ['--private', 'hide it (default for a new milestone)'],
    ),
    listField(
      'attachments',
      '--attachment <address>',
      'the address of the attachment (a link, or /files/ and the name of a stored file), then a space and a title; replaces the current attachments',
      '"https://example.com/design The design"',
    ),
    textField('upvote_count', '--votes <number>', 'its number of votes', '12'),
    clearableField(
      'started_at',
      '--started <time>',
      'when work started (default: when the milestone is moved to the stage IN_PROGRESS)',
      time,
    ),
    clearableField(
      'ended_at',
      '--ended <time>',
      'when the milestone was completed or canceled (default: when it is moved to the stage COMPLETED or CANCELED)',
      time,
    ),
  ],
  row: ({ id, title, status, stage, is_public, slug }) => [
    ...[id, title, status, stage, slug],
    is_public ? 'public' : 'private',
  ],
};
