/**
 * Takes the text of a file; returns the fields that its front matter gives and the text below.
 * Never guesses: an unknown field, a tag or an alias is an error that names its line.
 */
import { isMap, isNode, isScalar, LineCounter, parseDocument, visit, type YAMLMap } from 'yaml';
import { SettingsError } from '../../model/errors.ts';

type Document = ReturnType<typeof parseDocument>;

export interface FrontMatter {
  fields: Record<string, unknown>;
  text: string;
  /** The line of a field or of what is within it, from 1; undefined where it is not there. */
  lineOf: (path: readonly string[]) => number | undefined;
}

const opening = /^\ufeff?---[ \t]*\r?\n/;
const closing = /^(?:---|\.\.\.)[ \t]*$/m;

/** @throws SettingsError that names the file, the line and the known fields */
export function readFrontMatter(
  file: string,
  source: string,
  known: readonly string[],
  options: FrontMatterOptions = {},
): FrontMatter {
  const all = source.replaceAll('\r\n', '\n');
  const start = opening.exec(all)?.[0].length;
  if (start === undefined)
    return { fields: {}, text: all.replace(/^\ufeff/, ''), lineOf: () => undefined };
  const end = closing.exec(all.slice(start));
  if (!end)
    throw new SettingsError(
      `${file}, line 1: nothing closes the front matter. Write a line --- below its fields.`,
    );
  const counter = new LineCounter();
  // One line before it, so that lines are counted as in the file.
  const document = parse(file, `\n${all.slice(start, start + end.index)}`, counter);
  const lineAt = (offset = 0) => counter.linePos(offset).line;
  const problems = problemsOf(document, known, options, lineAt);
  if (problems.length > 0)
    throw new SettingsError(`${problems.map((one) => `${file}, ${one}`).join('\n')}`);
  return {
    fields: document.toJS() ?? {},
    text: all.slice(start + end.index + end[0].length).replace(/^\n+/, ''),
    lineOf: (path) => {
      const node = path.length > 0 ? document.getIn(path, true) : undefined;
      return isNode(node) ? lineAt(node.range?.[0]) : undefined;
    },
  };
}

function parse(file: string, text: string, lineCounter: LineCounter): Document {
  try {
    // The core schema has no dates and no merge keys.
    return parseDocument(text, { lineCounter, schema: 'core', prettyErrors: false });
  } catch (error) {
    throw new SettingsError(
      `The front matter of ${file} cannot be read: ${(error as Error).message}.`,
      {
        cause: error,
      },
    );
  }
}

export interface FrontMatterOptions {
  /** For fields of other tools: what to write instead. */
  hints?: Readonly<Record<string, string>>;
  /** Numbers are errors; without it they are texts, such as the version `2.10`. */
  refusesNumbers?: boolean;
}

type LineAt = (offset?: number) => number;

/** What is wrong with it, each with its line. */
function problemsOf(
  document: Document,
  known: readonly string[],
  options: FrontMatterOptions,
  lineAt: LineAt,
): string[] {
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0)
    return faults.map(({ pos, message }) => `line ${lineAt(pos[0])}: ${message}`);
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return [];
  if (isMap(contents))
    return [...notTaken(document, lineAt), ...fieldProblems(contents, known, options, lineAt)];
  return [`line ${lineAt(contents.range?.[0])}: expected fields, such as title: Dark mode`];
}

function notTaken(document: Document, lineAt: LineAt): string[] {
  const problems: string[] = [];
  visit(document, {
    Value: (_key, { tag, range }) => {
      if (tag) problems.push(`line ${lineAt(range?.[0])}: tags such as ${tag} are not taken`);
    },
    Alias: (_key, { source, range }) => {
      problems.push(`line ${lineAt(range?.[0])}: aliases such as *${source} are not taken`);
    },
  });
  return problems;
}

/** Makes texts of numbers where they are not refused: no field of a release is a number. */
function fieldProblems(
  { items }: YAMLMap,
  known: readonly string[],
  { hints = {}, refusesNumbers = false }: FrontMatterOptions,
  lineAt: LineAt,
): string[] {
  return items.flatMap(({ key, value }) => {
    const name = isScalar(key) ? String(key.value) : 'of several parts';
    const line = lineAt(isNode(key) ? key.range?.[0] : 0);
    if (known.includes(name)) {
      if (!isScalar(value) || typeof value.value !== 'number') return [];
      if (refusesNumbers)
        return [`line ${line}: ${name} is a number. Write ${name}: "${value.source}" instead.`];
      value.value = value.source;
      return [];
    }
    const hint = Object.hasOwn(hints, name) ? ` Write ${hints[name]} instead.` : '';
    return [
      `line ${line}: there is no field ${JSON.stringify(name)}.${hint} The fields are ${known.join(', ')}; the body is the text below.`,
    ];
  });
}
