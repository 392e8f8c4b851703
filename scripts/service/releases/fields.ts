import {
  bodyField,
  labelsField,
  projectField,
  slugField,
  titleField,
} from '../kinds/entry-fields.ts';
import { clearableField, listField, switchField } from '../kinds/field.ts';

/**
 * Fields of a release that can be set with command-line options. Front matter can set further
 * fields.
 */
export const releaseFields = [
  titleField,
  slugField,
  bodyField,
  clearableField('version', '--version <text>', 'its version', '2.1.0'),
  clearableField(
    'summary',
    '--summary <text>',
    'a summary in one sentence',
    '"Easier on the eyes."',
  ),
  projectField,
  labelsField,
  listField(
    'contributor_ids',
    '--contributor <id>',
    'a contributor, replacing the current contributors',
    'ada',
  ),
  switchField(
    'is_public',
    ['--public', 'show it on the site once it is published'],
    ['--private', 'hide it (default for a new release); withdraws a published release'],
  ),
  switchField(
    'is_pinned',
    ['--pinned', 'pin it: the first page shows it above other releases'],
    ['--unpinned', 'unpin it'],
  ),
  switchField(
    'is_pre_release',
    ['--pre-release', 'mark it as a pre-release'],
    ['--stable', 'remove that mark'],
  ),
];

/**
 * Names of the fields that front matter may set. The body is excluded, because it is the text below
 * the front matter.
 */
export function frontMatterNames({ shape }: { shape: object }): string[] {
  return Object.keys(shape).filter((name) => name !== 'body');
}
