import { parseChangesetFile } from '@changesets/parse';
import { oneLine, shorten } from '../../lib/text/text.ts';
import { unifyLines } from '../markdown/outline.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { idOf } from '../past/names.ts';
import type { Converted, Note, PastChange, PastRelease, Sanitise } from '../past/past-release.ts';

// Converts the files of a `.changeset` folder to one draft release per package. Never throws: files
// that are not changesets are left out and reported.

export interface ChangesetFile {
  name: string;
  text: string;
}

/** Section titles of the changesets tool, by type of change, most severe first. */
const types = { major: 'Major Changes', minor: 'Minor Changes', patch: 'Patch Changes' } as const;

/**
 * The time of all drafts. It is fixed, because unpublished changes have no time and the same files
 * must always give the same result.
 */
const beginning = '1970-01-01T12:00:00.000Z';

/** Maximum length of a file in characters. Parsers may take quadratic time for longer files. */
const maxLength = 32 * 1024;

export function convertChangesets(
  files: readonly ChangesetFile[],
  { sanitise }: { sanitise: Sanitise },
): Converted {
  const notes: Note[] = [];
  const packages = new Map<string, PastChange[]>();
  for (const file of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const read = readFile(file);
    if (typeof read === 'string') {
      notes.push({ what: `${file.name}: left out: ${read}` });
      continue;
    }
    const rendered = renderMarkdown(read.summary, { isInline: true, sanitise });
    const { html: content } = rendered;
    notes.push(...rendered.notes.map(({ what }) => ({ what: `${file.name}: ${what}` })));
    for (const { name, type } of read.releases) {
      if (type === 'none' || content === '')
        notes.push({ what: `${file.name}: has no text for ${name}` });
      else packages.set(name, [...(packages.get(name) ?? []), { type: types[type], content }]);
    }
  }
  const releases = [...packages].map(([name, changes]) => toDraft(name, changes));
  return { releases, notes, leftOut: 0 };
}

/** Parses a file. Returns the changeset, or the reason why the file is not one. */
function readFile({ text }: ChangesetFile) {
  if (text.length > maxLength) return `it is longer than ${maxLength / 1024} KiB`;
  try {
    const changeset = parseChangesetFile(unifyLines(text));
    return changeset.releases.length > 0 ? changeset : 'it names no package';
  } catch (error) {
    const [first = ''] = (error as Error).message.split('\n');
    return shorten(oneLine(first), 200);
  }
}

function toDraft(project: string, changes: PastChange[]): PastRelease {
  const order = Object.values<string>(types);
  return {
    id: idOf('changesets', project),
    title: 'Unreleased',
    version: null,
    project: oneLine(project),
    state: 'draft',
    isPreRelease: false,
    at: beginning,
    text: {
      body: '',
      changes: changes.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type)),
    },
    attachments: [],
    contributors: [],
  };
}
