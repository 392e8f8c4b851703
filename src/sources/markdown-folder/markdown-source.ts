import { readdir } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { isPicture, videoFormats } from '../../lib/picture.ts';
import type { EntryKind } from '../../model/content/entry-kinds.ts';
import { SettingsError } from '../../model/errors.ts';
import { readBeside, readNotes, refuseOutside } from '../local-files.ts';
import type { LocalPictures } from '../local-pictures.ts';
import { mapPictures } from '../markdown/map-pictures.ts';
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
  idOfFile,
  type ReadEntry,
  readMilestone,
  readRelease,
} from './read-entry.ts';

// Reads releases from a folder of Markdown files, and milestones from a second folder. An invalid
// file is reported with the line of the problem, and all other files are still read.

export interface MarkdownOptions extends EntryOptions {
  name: string;
  /** Folder of the releases, relative to `cwd`. `roadmap` is the folder of the milestones. */
  releases: string;
  roadmap: string | undefined;
  editUrl?: string | undefined;
  pictures: LocalPictures;
  cwd: string;
}

export function createMarkdownSource(options: MarkdownOptions): Source {
  const { name, releases, roadmap } = options;
  return {
    name,
    read: async () => {
      const rows = emptyRows();
      await readFolder('releases', releases, options, rows);
      if (roadmap !== undefined) await readFolder('milestones', roadmap, options, rows);
      return rows;
    },
  };
}

const readers = { releases: readRelease, milestones: readMilestone };

async function readFolder(
  kind: EntryKind,
  folder: string,
  options: MarkdownOptions,
  rows: SourceRows,
): Promise<void> {
  await refuseOutside(folder, options.cwd);
  const files = await findMarkdown(join(options.cwd, folder), folder);
  const byId = new Map<string, string>();
  for (const path of files) {
    const file = `${folder}/${path}`;
    const result = await readFile(kind, file, path, options);
    const id = 'row' in result ? result.row.id : result.id;
    const other = byId.get(id);
    byId.set(id, file);
    if (other !== undefined && 'row' in result) {
      rows.unreadable.push({ kind, id, file, why: `it has the same id as ${other}` });
      rows[kind] = rows[kind].filter((row) => row.id !== id);
    } else if ('row' in result) {
      rows[kind].push(result.row);
      rows.notes.push(...result.notes);
      rows.leftOut += result.leftOut;
    } else rows.unreadable.push(result);
  }
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
    `The folder ${named} has no Markdown file. Check its name in sources.yaml.`,
  );
}

async function readFile(
  kind: EntryKind,
  file: string,
  path: string,
  options: MarkdownOptions,
): Promise<ReadEntry | UnreadableEntry> {
  let source = '';
  try {
    const place = join(options.cwd, file);
    source = await readNotes(place, file);
    const { row, ...read } = readers[kind](file, path, source, options);
    const edited = { ...row, ...editUrlField(options.editUrl, file) };
    return { row: await registerPictures(place, file, edited, options.pictures), ...read };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { kind, id: idOfFile(path, source), file, why: error.message };
  }
}

const maxPictures = 100;

/**
 * Registers the pictures to which a row refers, and replaces their paths with the new addresses.
 */
async function registerPictures(
  place: string,
  file: string,
  row: SourceRow,
  pictures: LocalPictures,
): Promise<SourceRow> {
  const paths = new Set<string>();
  mapAllPictures(row, (path) => {
    paths.add(posix.normalize(path));
    return path;
  });
  if (paths.size > maxPictures)
    throw new SettingsError(`${file} shows more than ${maxPictures} pictures. Split it.`);
  const addresses = new Map<string, string>();
  for (const path of paths) {
    const bytes = await readBeside(place, path, file);
    const kind = (await fileTypeFromBuffer(bytes))?.ext ?? '';
    if (!isPicture(kind) && !videoFormats.includes(kind))
      throw new SettingsError(`${file}: ${path} is neither a picture nor a video.`);
    addresses.set(
      path,
      pictures.add(path, bytes, () => readBeside(place, path, file)),
    );
  }
  return mapAllPictures(row, (path) => addresses.get(posix.normalize(path)) ?? path);
}

/** Applies a function to the paths of all pictures in the body, the hero and the changes. */
function mapAllPictures(row: SourceRow, map: (path: string) => string): SourceRow {
  const { changes } = row as { changes?: { content: string }[] };
  return {
    ...(mapPictures(row, map) as SourceRow),
    ...(changes && {
      changes: changes.map((one) => ({
        ...one,
        content: mapPictures({ body: one.content }, map).body,
      })),
    }),
  };
}
