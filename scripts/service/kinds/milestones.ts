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
    textField('status', {
      flags: '--status <status>',
      about: 'the title or id of a status type, which also sets the stage',
      example: '"In progress"',
    }),
    textField('stage', {
      flags: '--stage <stage>',
      about: 'its stage, if the status type has no stage',
      example: 'PLANNED',
    }),
    bodyField,
    projectField,
    labelsField,
    switchField(
      'is_public',
      ['--public', 'show it on the roadmap'],
      ['--private', 'hide it (default for a new milestone)'],
    ),
    listField('attachments', {
      flags: '--attachment <address>',
      about:
        'the address of the attachment (a link, or /files/ and the name of a stored file), then a space and a title; replaces the current attachments',
      example: '"https://example.com/design The design"',
    }),
    textField('upvote_count', {
      flags: '--votes <number>',
      about: 'its number of votes',
      example: '12',
    }),
    clearableField('started_at', {
      flags: '--started <time>',
      about: 'when work started (default: when the milestone is moved to the stage IN_PROGRESS)',
      example: time,
    }),
    clearableField('ended_at', {
      flags: '--ended <time>',
      about:
        'when the milestone was completed or canceled (default: when it is moved to the stage COMPLETED or CANCELED)',
      example: time,
    }),
  ],
  row: ({ id, title, status, stage, is_public, slug }) => [
    ...[id, title, status, stage, slug],
    is_public ? 'public' : 'private',
  ],
};
