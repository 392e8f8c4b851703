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
    about: 'a summary in one sentence',
    example: '"Easier on the eyes."',
  }),
  projectField,
  labelsField,
  several('contributor_ids', {
    flags: '--contributor <id>',
    about: 'a contributor; replaces the current ones',
    example: 'ada',
  }),
  either(
    'is_public',
    ['--public', 'show it on the site once it is published'],
    ['--private', 'do not (default); withdraws a published one'],
  ),
  either(
    'is_pinned',
    ['--pinned', 'keep it above the others'],
    ['--unpinned', 'do not keep it above the others'],
  ),
  either(
    'is_pre_release',
    ['--pre-release', 'mark it as a pre-release'],
    ['--stable', 'remove the mark'],
  ),
];

/** The fields that front matter may have; the body is the text below it. */
export function frontMatterNames({ shape }: { shape: object }): string[] {
  return Object.keys(shape).filter((name) => name !== 'body');
}
