import { glob, lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ChangelogEntry } from '../../config/sources-file.ts';
import { oneLine, shorten } from '../../lib/text/text.ts';
import { isVisible } from '../../model/api/primitives.ts';
import { WaymarkError } from '../../model/errors.ts';
import { readMarkdown, readNotes, refuseOutside } from '../local-files.ts';
import type { Repository } from '../markdown/repository-links.ts';
import { countLeftOut, type Note, noteAbout, type Sanitise } from '../past/past-release.ts';
import { editUrlField, toRows } from '../past-rows.ts';
import { emptyRows, type Source, SourceError } from '../source.ts';
import { convertVersions, draftNote } from './convert-changelog.ts';
import { cutAtVersions } from './cut-at-versions.ts';
import { titleNote } from './cut-notes.ts';
import { type ReadTags, readTags } from './tag-dates.ts';

export interface ChangelogSourceOptions {
  entry: ChangelogEntry;
  sanitise: Sanitise;
  /** The zone of the days in changelogs. */
  timeZone: string;
  /** Project of a changelog in the root folder, if no package.json in that folder has a name. */
  rootName: string;
  /** Folder to which the paths in `sources.yaml` are relative. */
  cwd: string;
  /** The repository of references such as `#12`. */
  repository?: Repository | undefined;
}

/** A version that was public keeps its date, so that a mistake does not withdraw it. */
const draftOrKept = draftNote.replace(
  ';',
  ', or keeps its date if it was public ([YANKED] in its heading withdraws it);',
);

const headingHint = 'their headings have to look like "## 1.0.0 - 2026-01-31".';

/**
 * Creates a separate source for each changelog file of an entry, so that an error in one file does
 * not affect the others.
 */
export async function createChangelogSources(options: ChangelogSourceOptions): Promise<Source[]> {
  const { entry, cwd } = options;
  const pattern = entry.changelog;
  const isGlob = /[*?[{]/.test(pattern);
  const found = isGlob ? await findFiles(pattern, cwd) : [];
  // A pattern that matches nothing is a source that fails.
  const files = found.length > 0 ? found : [pattern];
  let tags: Promise<ReadTags> | undefined;
  const tagsOf = () => {
    tags ??= readTags(cwd);
    return tags;
  };
  return files.map((file) => ({
    name: `changelog ${file}`,
    read: () => readChangelog(file, isGlob, tagsOf, options),
  }));
}

/** Regular files that match a pattern, sorted, without files in `node_modules`. */
async function findFiles(pattern: string, cwd: string): Promise<string[]> {
  const found: string[] = [];
  const exclude = (path: string) => basename(path) === 'node_modules';
  for await (const path of glob(pattern, { cwd, exclude })) {
    const isFile = (await lstat(join(cwd, path)).catch(() => undefined))?.isFile();
    if (isFile) found.push(path.replaceAll('\\', '/'));
  }
  return found.toSorted();
}

async function readChangelog(
  file: string,
  isGlob: boolean,
  tagsOf: () => Promise<ReadTags>,
  options: ChangelogSourceOptions,
) {
  const { entry, rootName, cwd } = options;
  const place = join(cwd, file);
  const found = await lstat(place).catch(() => undefined);
  if (isGlob && !found)
    throw new SourceError(`No file matches ${file}. Check the pattern in sources.yaml.`);
  await refuseOutside(file, cwd);
  if (found?.isSymbolicLink())
    throw new SourceError(`${file} is a symbolic link. Name the file itself in sources.yaml.`);
  const read = readMarkdown(place, file).then((text) => cutAtVersions(text, file));
  const versions = await read.catch((error) => {
    if (!(error instanceof WaymarkError)) throw error;
    throw new SourceError(error.message, { cause: error });
  });
  const defaultProject =
    (await readPackageName(place)) ?? (dirname(file) === '.' ? rootName : basename(dirname(file)));
  // If the path is a pattern, ids of releases include the project's name, as with `convert
  // --project`.
  const project = entry.project ?? (isGlob ? defaultProject : undefined);
  const lacksDate = versions.pieces.some(
    ({ heading: { version, day, isYanked } }) => version && !day && !isYanked,
  );
  const tags = lacksDate ? await tagsOf() : undefined;
  const momentOf = (version: string, own = defaultProject) =>
    tags?.kind === 'tags' ? tags.dates.momentOf(version, own, !isGlob, entry.tag) : undefined;
  const how = { ...options, project, folder: dirname(file), momentOf };
  const { releases, notes } = convertVersions(versions, how);
  const dated = releases.filter(({ state }) => state !== 'draft');
  const undated = releases.filter(({ state, version }) => state === 'draft' && version !== null);
  const isWithoutTags = tags?.kind === 'none' && !tags.isOutside;
  if (tags && undated.length > 0 && (dated.length === 0 || isWithoutTags))
    throw noDates(file, notes, tags);
  return {
    ...emptyRows(),
    releases: toRows(releases, defaultProject).map((row) => ({
      ...row,
      ...editUrlField(entry.editUrl, file),
    })),
    undated: new Set(undated.map(({ id }) => id)),
    tagged: new Set(dated.flatMap(({ id, on }) => (on === undefined ? id : []))),
    notes: [
      ...notes
        .filter(({ what }) => !what.endsWith(titleNote))
        .map((note) => noteAbout(file, note).replace(draftNote, draftOrKept)),
      ...(releases.length === 0 ? [`${file} has no versions: ${headingHint}`] : []),
    ],
    leftOut: countLeftOut(notes),
  };
}

/** The error for a changelog whose versions have no dates. */
function noDates(file: string, notes: readonly Note[], tags: ReadTags): SourceError {
  const undated = notes.find(({ what }) => what.endsWith(draftNote));
  const found = undated && noteAbout(file, undated).replace(`, ${draftNote}`, '');
  const more =
    tags.kind === 'none'
      ? `Dates can also be read from git tags, but ${tags.why}.`
      : 'No git tag has the name of a version, either. If the tags have other names, add their form to sources.yaml, as in tag: "release-{version}".';
  return new SourceError(
    `${found}. Write the date in the heading or on a line of its own below it, as in "2026-01-31". ${more}`,
  );
}

async function readPackageName(file: string): Promise<string | undefined> {
  const manifest = join(dirname(file), 'package.json');
  try {
    if (!(await lstat(manifest)).isFile()) return undefined;
    const { name } = JSON.parse(await readNotes(manifest));
    return typeof name === 'string' && isVisible(name) ? shorten(oneLine(name), 250) : undefined;
  } catch {
    // package.json is missing or is not valid JSON.
    return undefined;
  }
}
