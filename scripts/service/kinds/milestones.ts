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
  about: 'what the roadmap shows',
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
      about: 'where the status type has none',
      example: 'PLANNED',
    }),
    bodyField,
    projectField,
    labelsField,
    either(
      'is_public',
      ['--public', 'show it on the roadmap'],
      ['--private', 'do not, which is how a new one begins'],
    ),
    several('attachments', {
      flags: '--attachment <address>',
      about:
        'a link, or /files/ and the name of a stored file, and behind a space its title; in the place of those that it has',
      example: '"https://example.com/design The design"',
    }),
    text('upvote_count', {
      flags: '--votes <number>',
      about: 'how many votes it has',
      example: '12',
    }),
    clearable('started_at', {
      flags: '--started <time>',
      about: 'since when it is in progress; left out, that is when it is moved there',
      example: time,
    }),
    clearable('ended_at', {
      flags: '--ended <time>',
      about: 'when it was completed or canceled; left out, that is when it is moved there',
      example: time,
    }),
  ],
  row: ({ id, title, status, stage, is_public, slug }) => [
    ...[id, title, status, stage, slug],
    is_public ? 'public' : 'private',
  ],
};
