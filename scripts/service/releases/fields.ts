import {
  bodyField,
  labelsField,
  projectField,
  slugField,
  titleField,
} from '../kinds/entry-fields.ts';
import { clearable, either, several } from '../kinds/field.ts';

/** The fields of a release that have options; a file has the others, too. */
export const releaseFields = [
  titleField,
  slugField,
  bodyField,
  clearable('version', { flags: '--version <text>', about: 'its version', example: '2.1.0' }),
  clearable('summary', {
    flags: '--summary <text>',
    about: 'a sentence about it',
    example: '"Easier on the eyes."',
  }),
  projectField,
  labelsField,
  several('contributor_ids', {
    flags: '--contributor <id>',
    about: 'a contributor, in the place of those that it has',
    example: 'ada',
  }),
  either(
    'is_public',
    ['--public', 'show it on the site once it is published'],
    ['--private', 'do not, which is how a new one begins; withdraws one that is published'],
  ),
  either(
    'is_pinned',
    ['--pinned', 'keep it above the others'],
    ['--unpinned', 'put it among the others'],
  ),
  either(
    'is_pre_release',
    ['--pre-release', 'mark it as a pre-release'],
    ['--stable', 'take that mark away'],
  ),
];

/** The fields that front matter may have; the body is the text below it. */
export function frontMatterNames({ shape }: { shape: object }): string[] {
  return Object.keys(shape).filter((name) => name !== 'body');
}
