import type { Db } from '../database/schema.ts';
import { allLabels, listContributors, listProjects } from '../resources/parts.ts';
import type { Field } from './page.ts';

/** A field of a release's form. */
interface ReleaseField extends Omit<Field, 'name'> {
  /** The resources that can be chosen. Without any, the form has no such field. */
  choices?: (db: Db) => Promise<readonly { id: string; name: string }[]>;
  /** What to do if the value is refused. */
  wrong?: string;
}

const choice = (label: string, options: Record<string, string>): ReleaseField => {
  return { label, kind: 'select', options: Object.entries(options) };
};

/** All fields of the form but the rows of changes. */
export const releaseFields: Readonly<Record<string, ReleaseField>> = {
  title: { label: 'Title', wrong: 'Give a title of 3 to 255 characters.' },
  slug: {
    label: 'Slug',
    hint: 'The address of its page. Empty: made of the title.',
    wrong: 'Use 3 to 255 lower-case letters, digits and single hyphens, such as “v2-1-0”.',
  },
  version: { label: 'Version', hint: 'Such as 2.1.0. May be empty.' },
  summary: {
    label: 'Summary',
    kind: 'textarea',
    hint: 'Below the title, in feeds and in messages. Empty: the start of the text.',
  },
  body: {
    label: 'Text',
    kind: 'textarea',
    attributes: { rows: '14' },
    hint: 'In Markdown: “## Heading”, “- item of a list”, “[link](https://…)”.',
  },
  format: choice('Written as', { markdown: 'Markdown', html: 'HTML' }),
  hero_file: { label: 'Upload a picture or video for the top', kind: 'file' },
  hero_url: {
    label: 'Or its address',
    hint: 'An uploaded file replaces it. Empty: no picture.',
    wrong: 'Give an address that begins with https://, or upload a file.',
  },
  hero_type: choice('It is', { image: 'a picture', video: 'a video' }),
  attachment_files: { label: 'Upload attachments', kind: 'file', attributes: { multiple: '' } },
  attachments: {
    label: 'Attachments',
    kind: 'textarea',
    hint: 'One a line: an address, a space and a title. Uploaded files are added.',
    wrong: 'Attachments need addresses that begin with https://, or uploaded files.',
  },
  project_id: { ...choice('Project', { '': 'none' }), choices: listProjects },
  label_ids: { label: 'Labels', kind: 'checks', choices: allLabels },
  contributor_ids: { label: 'Contributors', kind: 'checks', choices: listContributors },
  is_public: {
    label: 'Public',
    kind: 'check',
    hint: 'Readers see it once it is published. Without this, no page ever shows it.',
  },
  is_pinned: { label: 'Pinned: the first page shows it above others', kind: 'check' },
  is_pre_release: { label: 'Pre-release', kind: 'check' },
};
