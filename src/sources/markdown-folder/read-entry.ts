import type { z } from 'zod';
import { explainIssue } from '../../lib/explain-issue.ts';
import { oneLine } from '../../lib/text/text.ts';
import { stages } from '../../model/api/stages.ts';
import { SettingsError } from '../../model/errors.ts';
import { datesOf } from '../dates.ts';
import { readFrontMatter } from '../markdown/front-matter.ts';
import { linesOf, readOutline } from '../markdown/outline.ts';
import { notesOf } from '../markdown/references.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import type { Repository } from '../markdown/repository-links.ts';
import { fitSlug, fitTitle, idOf } from '../past/names.ts';
import { countLeftOut, type Note, noteAbout, type Sanitise } from '../past/past-release.ts';
import { isPreRelease } from '../past/pre-release.ts';
import { changesOf, labelOf, linkTo, projectOf } from '../past-rows.ts';
import type { SourceRow } from '../source.ts';
import { titleOfStage } from '../stage-title.ts';
import { readText } from '../text/read-text.ts';
import { HighlightFields, MilestoneFields, ReleaseFields } from './fields.ts';
import otherNames from './other-names.json' with { type: 'json' };

export interface EntryOptions {
  sanitise: Sanitise;
  /** The zone of days that have no time. */
  timeZone: string;
  /** Project that an entry gets if its front matter has none. */
  project: string | null;
  /** The repository of references such as `#12`. */
  repository?: Repository | undefined;
}

export interface ReadEntry {
  row: SourceRow;
  notes: string[];
  /** Number of notes about texts that readers miss. */
  leftOut: number;
}

/**
 * Parses a Markdown file.
 * @param path relative to the source's folder, with `/` as separator
 * @throws SettingsError with the file and line
 */
type ReadFile = (file: string, path: string, source: string, options: EntryOptions) => ReadEntry;

export const readRelease: ReadFile = (file, path, source, options) => {
  const { fields, text, firstLine } = readFields(file, source, ReleaseFields, otherNames.release);
  const { sanitise, repository } = options;
  const { blocks, references } = readOutline(text, { repository });
  const read = readText(blocks, { sanitise, references, ownTypes: false });
  const { version = null, released_at, created_at = released_at } = fields;
  const common = commonFields(path, { ...fields, created_at }, version ?? nameOf(path), options);
  const name = [common.project?.name, version ?? common.title].filter(Boolean).join(' ');
  return {
    row: {
      released_at: null,
      ...common,
      slug: fields.slug ?? fitSlug(name, common.id, new Set()),
      body: read.body,
      status: fields.status,
      version,
      is_pinned: fields.is_pinned,
      is_pre_release: fields.is_pre_release ?? isPreRelease(version ?? ''),
      summary: fields.summary ?? null,
      ...(fields.announce === false && { announce: false }),
      hero: fields.hero ?? null,
      changes: changesOf(common.id, read.changes),
      contributors: fields.contributors.map((name) => ({
        id: idOf('contributor', oneLine(name)),
        name: oneLine(name),
        avatar_url: null,
      })),
    },
    ...describe(file, notesOf(references, firstLine)),
  };
};

/** Reads a text above a release. The whole text of the file becomes the opening. */
export const readHighlight: ReadFile = (file, path, source, options) => {
  const { sanitise, project, repository } = options;
  const { fields, text, firstLine } = readFields(file, source, HighlightFields, otherNames.release);
  const { html, notes } = renderMarkdown(text, { firstLine, sanitise, repository });
  const { project: name = project, ...given } = fields;
  return {
    row: {
      ...{ summary: null, hero: null, ...given },
      id: idOfPath(path),
      file,
      project: name === null ? null : projectOf(oneLine(name)),
      labels: [],
      body: html,
    },
    ...describe(file, notes),
  };
};

/** Reads a milestone. The whole text of the file becomes the body. */
export const readMilestone: ReadFile = (file, path, source, options) => {
  const { fields, text, firstLine } = readFields(
    file,
    source,
    MilestoneFields,
    otherNames.milestone,
  );
  const { sanitise, repository } = options;
  const { html, notes } = renderMarkdown(text, { firstLine, sanitise, repository });
  const common = commonFields(path, fields, nameOf(path), options);
  const stage = fields.stage ?? stageOf(fields.status) ?? 'BACKLOG';
  return {
    row: {
      ...common,
      slug: fields.slug ?? fitSlug(common.title, common.id, new Set()),
      body: html,
      status: fields.status ?? titleOfStage(stage),
      stage,
    },
    ...describe(file, notes),
  };
};

function describe(file: string, notes: readonly Note[]): Omit<ReadEntry, 'row'> {
  return { notes: notes.map((note) => noteAbout(file, note)), leftOut: countLeftOut(notes) };
}

/** The id of an entry. It is found even if the rest of the file is invalid. */
export function idOfFile(path: string, source: string): string {
  return fieldOfFile('id', source) ?? idOfPath(path);
}

/** A field of the front matter, which is found even if the rest of the file is invalid. */
export function fieldOfFile(name: string, source: string): string | undefined {
  const [first = '', ...lines] = source.split(/\r?\n/);
  const end = lines.findIndex((line) => /^(?:---|\.\.\.)\s*$/.test(line));
  const fields = /^\ufeff?---\s*$/.test(first) ? lines.slice(0, end < 0 ? undefined : end) : [];
  const start = `${name}:`;
  const line = fields.find((one) => one.startsWith(start))?.slice(start.length, maxFieldLine) ?? '';
  const value = line.split(' #')[0]?.trim() ?? '';
  const isQuoted = value.length > 1 && /^["']/.test(value) && value.at(-1) === value[0];
  return (isQuoted ? value.slice(1, -1) : value) || undefined;
}

const maxFieldLine = 300;

export function idOfPath(path: string): string {
  // macOS may decompose the letters of file names, so that é has two characters.
  return idOf('markdown', path.normalize('NFC').replace(/\.md$/i, ''));
}

function nameOf(path: string): string {
  return path.replace(/.md$/i, '').split('/').at(-1) ?? path;
}

/** @param otherwise the title of an entry that has none */
function commonFields(
  path: string,
  fields: ReleaseFields | MilestoneFields,
  otherwise: string,
  { project, timeZone }: EntryOptions,
) {
  const id = fields.id ?? idOfPath(path);
  const name = fields.project ?? project;
  return {
    id,
    title: fitTitle(fields.title ?? '', otherwise),
    ...datesOf(fields, timeZone),
    is_public: fields.is_public,
    project: name === null ? null : projectOf(oneLine(name)),
    labels: fields.labels.map((label) => labelOf(oneLine(label))),
    attachments: fields.attachments.map(({ title = null, url }) => linkTo(url, title)),
  };
}

function readFields<T>(
  file: string,
  source: string,
  schema: z.ZodType<T> & { shape: object },
  hints: Readonly<Record<string, string>>,
) {
  const options = { known: Object.keys(schema.shape), hints, refusesNumbers: true };
  const { fields, text, lineOf } = readFrontMatter(file, source, options);
  const parsed = schema.safeParse(fields, { error: explainIssue });
  if (!parsed.success)
    throw new SettingsError(
      parsed.error.issues
        .map((issue) => {
          const name = issue.path.map(String);
          return `${file}, line ${lineOf(name) ?? lineOf(name.slice(0, 1)) ?? 1}: ${name.join('.')} ${issue.message}.`;
        })
        .join('\n'),
    );
  const firstLine = linesOf(source).length - linesOf(text).length + 1;
  return { fields: parsed.data, text, firstLine };
}

function stageOf(status: string | undefined): string | undefined {
  const word = status?.toUpperCase().replace(/[\s-]+/g, '_') ?? '';
  return stages.find((stage) => stage === word) ?? otherStages.get(word);
}

const otherStages = new Map(Object.entries(otherNames.stages));
