import type { MilestoneInput } from '../../../src/service/contract/inputs.ts';
import type { Milestone } from '../../../src/service/contract/resources.ts';
import { milestoneKind } from '../../../src/service/resources/kinds/milestones.ts';
import type { Described } from './describe.ts';
import { bodyField, labelsField, projectField, slugField, titleField } from './entry-fields.ts';
import { clearable, either, several, text } from './field.ts';

const time = '2026-03-01T09:00:00Z';

/** What the roadmap shows. */
export const milestones: Described<Milestone, MilestoneInput> = {
  kind: milestoneKind,
  command: 'milestones',
  about: 'entries of the roadmap',
  hasChosenId: true,
  fields: [
    titleField,
    slugField,
    text('status', {
      flags: '--status <status>',
      about: 'the title or id of a status type; its stage follows',
      example: '"In progress"',
    }),
    text('stage', {
      flags: '--stage <stage>',
      about: 'used if the status type has none',
      example: 'PLANNED',
    }),
    bodyField,
    projectField,
    labelsField,
    either('is_public', ['--public', 'show it on the roadmap'], ['--private', 'do not (default)']),
    several('attachments', {
      flags: '--attachment <address>',
      about:
        'a link or /files/NAME, optionally followed by a space and a title; replaces the current ones',
      example: '"https://example.com/design The design"',
    }),
    text('upvote_count', {
      flags: '--votes <number>',
      about: 'its number of votes',
      example: '12',
    }),
    clearable('started_at', {
      flags: '--started <time>',
      about: 'when it came into progress (default: when it is moved there)',
      example: time,
    }),
    clearable('ended_at', {
      flags: '--ended <time>',
      about: 'when it was completed or canceled (default: when it is moved there)',
      example: time,
    }),
  ],
  row: ({ id, title, status, stage, is_public, slug }) => [
    ...[id, title, status, stage, slug],
    is_public ? 'public' : 'private',
  ],
};
