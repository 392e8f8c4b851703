import { command } from '../../src/lib/processes/command.ts';
import { shorten } from '../../src/lib/text/text.ts';
import {
  findImportWarnings,
  type ImportWarnings,
  missingFiles,
} from '../../src/service/data-set/import-warnings.ts';
import type { ReadDataSet } from '../../src/service/data-set/read.ts';
import type { Db } from '../../src/service/database/schema.ts';
import { listFirst } from './with-database.ts';

/**
 * Warns about parts of a data set that may not appear as the author expects. Each warning lists a
 * few examples.
 * @param db undefined if the database does not exist yet
 */
export async function warnAbout(dataSet: ReadDataSet, db: Db | undefined): Promise<void> {
  const doubts = findImportWarnings(dataSet.data);
  const { leftOut } = dataSet;
  const missing = await missingFiles(db, dataSet);
  const lines = [
    leftOut.length > 0 &&
      `Files left out, because nothing in the data set refers to them: ${listFirst(leftOut)}.`,
    missing.length > 0 &&
      `The data set refers to files that are neither in the folder "files" beside the data set nor in the database: ${listFew(missing)}. The addresses of these files will answer 404. Add the files, and import the data set again.`,
    ...sharedText(doubts.sharedSlugs),
    ...colourText(doubts.noColours),
  ].filter((line) => line !== false);
  if (lines.length > 0) console.error(lines.join('\n'));
}

const giveSlug: Record<Kind<ImportWarnings['sharedSlugs']>, string> = {
  releases: 'PATCH /v1/releases/{id}',
  milestones: edit('milestones', '--slug SLUG'),
  projects: edit('projects', '--slug SLUG'),
  labels: edit('labels', '--slug SLUG'),
};

function sharedText(shared: ImportWarnings['sharedSlugs']): string[] {
  return [...shared].map(([kind, bySlug]) => {
    const items = [...bySlug].map(
      ([slug, ids]) => `${shorten(slug, maxNameLength)} (${listFew(ids)})`,
    );
    return `Some ${kind} in the data set share a slug: ${listFirst(items)}. One of them gets the address with that slug, the others get a suffix. Give each of them its own slug, now or after the import: ${giveSlug[kind]}.`;
  });
}

const giveColour: Record<Kind<ImportWarnings['noColours']>, string> = {
  labels: edit('labels', '--color COLOUR'),
  'change types': edit('change-types', '--color COLOUR'),
  'status types': edit('status-types', '--color COLOUR'),
};

function colourText(colours: ImportWarnings['noColours']): string[] {
  return [...colours].map(([kind, byId]) => {
    const items = [...byId].map(
      ([id, color]) =>
        `${shorten(id, maxNameLength)} (${JSON.stringify(shorten(color, maxNameLength))})`,
    );
    return `Some ${kind} in the data set have a colour that is not a hex code such as "#16a34a", and are shown without a colour: ${listFirst(items)}. Set a hex code, now or after the import: ${giveColour[kind]}.`;
  });
}

type Kind<M> = M extends ReadonlyMap<infer K, unknown> ? K : never;

function edit(kind: string, option: string): string {
  return `"${command(`service ${kind} edit ID ${option}`)}"`;
}

/** Names from a data set may be of any length. */
function listFew(names: readonly string[]): string {
  return listFirst(names.map((name) => shorten(name, maxNameLength)));
}

/** Maximum length of a name, in characters. */
const maxNameLength = 60;
