import { readdir } from 'node:fs/promises';
import { dirname, join, posix, relative } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import type { MarkdownEntry } from '../../config/sources-file.ts';
import { isPicture, videoFormats } from '../../lib/picture.ts';
import { command } from '../../lib/processes/command.ts';
import type { EntryKind } from '../../model/content/entry-kinds.ts';
import { SettingsError } from '../../model/errors.ts';
import { readBeside, readNotes, refuseOutside } from '../local-files.ts';
import type { LocalPictures } from '../local-pictures.ts';
import { mapPictures, mapSources } from '../markdown/map-pictures.ts';
import { addressResolver } from '../markdown/resolve-addresses.ts';
import type { PastText } from '../past/past-release.ts';
import { editUrlField } from '../past-rows.ts';
import {
  emptyRows,
  type Source,
  SourceError,
  type SourceRow,
  type SourceRows,
  type UnreadableEntry,
} from '../source.ts';
import {
  type EntryOptions,
  fieldOfFile,
  idOfFile,
  idOfPath,
  type ReadEntry,
  readHighlight,
  readMilestone,
  readRelease,
} from './read-entry.ts';

// Reads releases from a folder of Markdown files, and milestones from a second folder. An invalid
// file is reported with the line of the problem, and all other files are still read.

export interface MarkdownOptions extends Omit<EntryOptions, 'project'> {
  name: string;
  entry: MarkdownEntry;
  /** Project of entries that have no project. */
  rootName: EntryOptions['project'];
  pictures: LocalPictures;
  /** Folder to which the paths in `sources.yaml` are relative. */
  cwd: string;
}

export function createMarkdownSource(options: MarkdownOptions): Source {
  const { name, entry } = options;
  const { markdown: releases, roadmap } = entry;
  return {
    name,
    read: async () => {
      const rows = { ...emptyRows(), spareIds: new Map<string, string>() };
      await readFolder('releases', releases, options, rows);
      if (roadmap !== undefined) await readFolder('milestones', roadmap, options, rows);
      return rows;
    },
  };
}

const readers = { releases: readRelease, milestones: readMilestone, highlights: readHighlight };

type OwnRows = SourceRows & { spareIds: Map<string, string> };

async function readFolder(
  kind: EntryKind,
  folder: string,
  options: MarkdownOptions,
  rows: OwnRows,
): Promise<void> {
  await refuseOutside(folder, options.cwd, kind === 'releases' ? orCreate() : '');
  const files = await findMarkdown(join(options.cwd, folder), folder);
  const byId = new Map<string, string>();
  const bySlug = new Map<string, string>();
  for (const path of files) {
    const file = `${folder}/${path}`;
    const result = await readFile(kind, file, path, options);
    const id = 'row' in result ? result.row.id : result.id;
    const other = byId.get(id);
    byId.set(id, file);
    if (!('row' in result)) rows.unreadable.push(result);
    else if (other === undefined) {
      const { project, slug } = result.row;
      if (id === idOfPath(path)) rows.spareIds.set(id, idOfPath(`${project?.name ?? ''} ${file}`));
      rows[kind].push(result.row);
      rows.notes.push(...result.notes, ...noteSlug(slug, file, bySlug));
      rows.leftOut += result.leftOut;
    } else {
      rows.unreadable.push({ kind, id, file, why: `it has the same id as ${other}` });
      rows[kind] = rows[kind].filter((row) => row.id !== id);
    }
  }
}

/** A note if an earlier file has the same slug. */
function noteSlug(slug: unknown, file: string, bySlug: Map<string, string>): string[] {
  // A text above a release has no address of its own.
  if (typeof slug !== 'string') return [];
  const other = bySlug.get(slug);
  bySlug.set(slug, other ?? file);
  if (other === undefined) return [];
  return [
    `${file}: has the slug ${slug} of ${other}, so its address has a suffix. Set another slug in one of the files.`,
  ];
}

/** Paths of the Markdown files below a folder, sorted. Hidden files and the README are left out. */
async function findMarkdown(folder: string, named: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    throw new SourceError(
      `The folder ${named} cannot be read (${error.code}). Check its name in sources.yaml.`,
      { cause: error },
    );
  });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.md$/i.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !/(?:^|\/)[._]/.test(path) && !/^readme\.md$/i.test(path));
  if (paths.length > 0) return paths.toSorted();
  throw new SourceError(
    `The folder ${named} has no Markdown file. Check its name in sources.yaml${orCreate()}.`,
  );
}

function orCreate(): string {
  return `, or create a release: ${command('new', 'release', '1.0.0')}`;
}

async function readFile(
  kind: EntryKind,
  file: string,
  path: string,
  options: MarkdownOptions,
): Promise<ReadEntry | UnreadableEntry> {
  let source = '';
  try {
    source = await readNotes(join(options.cwd, file), file);
    const { entry, rootName, repository } = options;
    const isHighlight = entry.over !== undefined;
    const project = entry.project ?? (isHighlight ? null : rootName);
    const read = readers[isHighlight ? 'highlights' : kind];
    const { row, ...others } = read(file, path, source, { ...options, project });
    const edited = { ...row, ...editUrlField(entry.editUrl, file) };
    const placed = await registerPictures(file, edited, options);
    const folder = dirname(file);
    const resolve = repository && addressResolver(repository, { folder });
    return { row: resolve ? mapTexts(placed, resolve) : placed, ...others };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const [id, version] = [idOfFile(path, source), fieldOfFile('version', source)];
    return { kind, id, file, why: error.message, version };
  }
}

/** Applies a function to the HTML of the body and of each change. */
function mapTexts(row: SourceRow, map: (html: string) => string): SourceRow {
  const { body = '', changes } = row as Partial<PastText>;
  const mapped = changes?.map((one) => ({ ...one, content: map(one.content) }));
  return { ...row, body: map(body), ...(mapped && { changes: mapped }) };
}

const maxPictures = 100;

/**
 * Registers the pictures to which a row refers, and replaces their paths with the new addresses.
 */
async function registerPictures(file: string, row: SourceRow, { cwd, pictures }: MarkdownOptions) {
  const read = (path: string) => readBeside(join(cwd, file), path, file);
  const paths = new Set<string>();
  mapAllPictures(row, (path) => {
    paths.add(posix.normalize(path));
    return path;
  });
  if (paths.size > maxPictures)
    throw new SettingsError(`${file} shows more than ${maxPictures} pictures. Split it.`);
  const addresses = new Map<string, string>();
  for (const path of paths) {
    const bytes = await read(path);
    const kind = (await fileTypeFromBuffer(bytes))?.ext ?? '';
    if (!isPicture(kind) && !videoFormats.includes(kind))
      throw new SettingsError(`${file}: ${path} is neither a picture nor a video.`);
    const address = pictures.add(path, bytes, () => read(path));
    addresses.set(path, address);
  }
  return mapAllPictures(row, (path) => addresses.get(posix.normalize(path)) ?? path);
}

/** Applies a function to the paths of all pictures in the body, the hero and the changes. */
function mapAllPictures(row: SourceRow, map: (path: string) => string): SourceRow {
  const { hero } = mapPictures({ hero: row.hero }, map);
  return { ...mapTexts(row, (html) => mapSources(html, map)), ...('hero' in row && { hero }) };
}
