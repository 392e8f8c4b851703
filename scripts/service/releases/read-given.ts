import type { z } from 'zod';
import { SettingsError } from '../../../src/model/errors.ts';
import { limits } from '../../../src/model/limits.ts';
import { parseJsonBody } from '../../../src/service/http/read-body.ts';
import { RefusedError } from '../../../src/service/refused-error.ts';
import type { StoredFile } from '../../../src/service/resources/files.ts';
import { readNotes } from '../../../src/sources/local-files.ts';
import { type FrontMatter, readFrontMatter } from '../../../src/sources/markdown/front-matter.ts';
import type { Fields } from '../../../src/sources/markdown/map-pictures.ts';
import { renderMarkdown } from '../../../src/sources/markdown/render-markdown.ts';
import type { Options } from '../kinds/command.ts';
import { readFields } from '../kinds/field.ts';
import { createFieldsError } from '../kinds/problems.ts';
import { frontMatterNames, releaseFields } from './fields.ts';
import { withUploads } from './pictures.ts';
import { addNothingChanged } from './unchanged.ts';

/**
 * A release read from a file and from command-line options. Options take precedence over the file.
 */
export interface ReleaseInput<T> {
  input: T;
  uploads: StoredFile[];
  /** Creates the error to show if the database rejects fields. */
  invalid: (details: Record<string, string>) => SettingsError;
}

/** @throws SettingsError that names each field with its line or option */
export async function readInput<T>(
  schema: z.ZodType<T> & { shape: object },
  options: Options,
  { origin, preset }: { origin: string; preset?: (fields: Fields) => object },
): Promise<ReleaseInput<T>> {
  const file = typeof options.file === 'string' ? options.file : undefined;
  if (options.html && file === undefined)
    throw new SettingsError('--html requires --file. Name a file, or omit --html.');
  const notes =
    file === undefined ? undefined : await readFile(file, schema, Boolean(options.html));
  const written = notes ? await withUploads(notes.file, notes.fields, origin) : undefined;
  const fields = { ...written?.fields, ...readFields(releaseFields, options) };
  const invalid = (details: Record<string, string>) => explain(details, { fields, options, notes });
  const flags = ['--file', ...releaseFields.map(({ flag }) => flag)];
  if (Object.keys(fields).length === 0)
    throw new SettingsError(
      `Name at least one field to write: ${flags.join(', ')}. Nothing was changed.`,
    );
  const text = JSON.stringify({ ...preset?.(fields), ...fields });
  if (Buffer.byteLength(text) > limits.body)
    throw new SettingsError(
      `The release is over ${limits.body / 2 ** 20} MiB as HTML. Make its text shorter. Nothing was changed.`,
    );
  const input = parseInput(text, schema, invalid);
  const unknown = unknownFields(fields, input);
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown));
  return { input, uploads: written?.uploads ?? [], invalid };
}

function parseInput<T>(text: string, schema: z.ZodType<T>, invalid: ReleaseInput<T>['invalid']): T {
  try {
    return parseJsonBody(text, schema);
  } catch (error) {
    throw error instanceof RefusedError ? invalid(error.details ?? {}) : error;
  }
}

/**
 * Finds nested fields that are in the input but not in the schema. Returns the path and the problem
 * of each such field.
 */
function unknownFields(given: unknown, kept: unknown, path: string[] = []): [string, string][] {
  if (typeof given !== 'object' || typeof kept !== 'object' || !given || !kept) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const here = [...path, name];
    if (name in kept) return unknownFields(value, kept[name as keyof typeof kept], here);
    return [
      [here.join('.'), `there is no such field; the fields are ${Object.keys(kept).join(', ')}`],
    ];
  });
}

interface Notes extends Omit<FrontMatter, 'text'> {
  file: string;
}

async function readFile(file: string, schema: { shape: object }, isHtml: boolean): Promise<Notes> {
  const known = frontMatterNames(schema);
  const { text, fields, lineOf } = await addNothingChanged(async () =>
    readFrontMatter(file, await readNotes(file), { known }),
  );
  const body = isHtml ? text : toBody(file, text);
  return { file, lineOf, fields: { ...fields, ...(body.trim() !== '' && { body }) } };
}

function toBody(file: string, text: string): string {
  const { html, notes } = renderMarkdown(text);
  const [problem] = notes;
  if (!problem) return html;
  throw new SettingsError(
    `${file} cannot be read as Markdown: ${problem.what}. Write it as HTML, and add --html. Nothing was changed.`,
  );
}

interface Source {
  fields: Record<string, unknown>;
  options: Options;
  notes: Notes | undefined;
}

function explain(details: Record<string, string>, source: Source): SettingsError {
  const { fields, options, notes } = source;
  const given = readFields(releaseFields, options);
  const problems: Record<string, string> = {};
  const lines: string[] = [];
  for (const [path, why] of Object.entries(details)) {
    const parts = path.split(/[.[\]]+/).filter(Boolean);
    const [name = ''] = parts;
    const isOption = name in given || !(name in fields);
    if (isOption && releaseFields.some((field) => field.name === name)) problems[name] ??= why;
    else lines.push(`${locate(parts, notes)}${path} is not usable: ${why}.`);
  }
  if (Object.keys(problems).length === 0)
    return new SettingsError(`${lines.join('\n')}\nNothing was changed.`);
  const { message } = createFieldsError(problems, releaseFields, given);
  return new SettingsError([...lines, message].join('\n'));
}

/**
 * The file and line of a field. If the line of a nested field is unknown, the line of the enclosing
 * field is used.
 */
function locate(parts: readonly string[], notes: Notes | undefined): string {
  if (!notes) return '';
  const ends = parts.map((_, at) => parts.slice(0, parts.length - at));
  const line = ends.map(notes.lineOf).find((one) => one !== undefined);
  return line === undefined ? `${notes.file}: ` : `${notes.file}, line ${line}: `;
}
