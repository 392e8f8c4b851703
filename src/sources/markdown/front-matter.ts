/** Parses YAML front matter. Unknown fields, YAML tags and aliases are reported as errors. */
import { isMap, isNode, isScalar, type YAMLMap } from 'yaml';
import { didYouMean } from '../../lib/text/did-you-mean.ts';
import { type OpenYaml, openYaml } from '../../lib/yaml.ts';
import { SettingsError } from '../../model/errors.ts';

export type FrontMatter = ReturnType<typeof readFrontMatter>;

const opening = /^\ufeff?---[ \t]*\r?\n/;
const closing = /^(?:---|\.\.\.)[ \t]*$/m;

const maxKeys = 100;
const maxProblems = 20;

/**
 * Parses the front matter of a file.
 * @returns `lineOf`: the line of a field, or of a value inside it, counted from 1; undefined if there
 * is no such field
 * @throws SettingsError with the file, the line and the known fields
 */
export function readFrontMatter(file: string, source: string, options: FrontMatterOptions) {
  const all = source.replaceAll('\r\n', '\n');
  const start = opening.exec(all)?.[0].length;
  if (start === undefined)
    return { fields: {}, text: all.replace(/^\ufeff/, ''), lineOf: () => undefined };
  const end = closing.exec(all.slice(start));
  if (!end)
    throw new SettingsError(
      `${file}, line 1: the front matter is not closed. Add a line --- below its fields.`,
    );
  // The line break replaces the line `---`, so that line numbers match those of the file.
  const yaml = parse(file, `\n${all.slice(start, start + end.index)}`);
  const { document, lineAt } = yaml;
  const problems = findProblems(yaml, options);
  if (problems.length > 0) {
    const shown = problems.slice(0, maxProblems).map((one) => `${file}, ${one}`);
    const more = problems.length - shown.length;
    throw new SettingsError([...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'));
  }
  const fields: Record<string, unknown> = document.toJS() ?? {};
  return {
    fields,
    text: all.slice(start + end.index + end[0].length).replace(/^\n+/, ''),
    lineOf: (path: readonly string[]) => {
      const node = path.length > 0 ? document.getIn(path, true) : undefined;
      return isNode(node) ? lineAt(node.range?.[0]) : undefined;
    },
  };
}

function parse(file: string, text: string): OpenYaml {
  try {
    return openYaml(text);
  } catch (error) {
    throw new SettingsError(
      `The front matter of ${file} cannot be read: ${(error as Error).message}.`,
      { cause: error },
    );
  }
}

interface FrontMatterOptions {
  known: readonly string[];
  /** Maps field names of other tools to Waymark's names, for hints in error messages. */
  hints?: Readonly<Record<string, string>>;
  /**
   * Whether numbers are reported as errors. By default, numbers become text, so that the version
   * `2.10` keeps its zero.
   */
  refusesNumbers?: boolean;
}

function findProblems({ document, lineAt, ...found }: OpenYaml, options: FrontMatterOptions) {
  const refused = [...found.problems, ...found.aliases].map(
    ({ line, message }) => `line ${line}: ${message}`,
  );
  const { contents, errors } = document;
  const isEmpty = contents === null || (isScalar(contents) && contents.value === null);
  if (errors.length > 0 || isEmpty) return refused;
  if (isMap(contents) && contents.items.length > maxKeys)
    return [`line ${lineAt(contents.range?.[0])}: there are more than ${maxKeys} fields`];
  if (isMap(contents)) return [...refused, ...checkFields(contents, options, lineAt)];
  return [`line ${lineAt(contents.range?.[0])}: expected fields, such as title: Dark mode`];
}

/**
 * Reports unknown fields. No field of a release is a number, so numbers are reported or become
 * text.
 */
function checkFields(
  { items }: YAMLMap,
  { known, hints = {}, refusesNumbers = false }: FrontMatterOptions,
  lineAt: OpenYaml['lineAt'],
): string[] {
  return items.flatMap(({ key, value }) => {
    const name = isScalar(key) ? String(key.value) : 'of several parts';
    const line = lineAt(isNode(key) ? key.range?.[0] : 0);
    if (!known.includes(name)) return `line ${line}: ${describeUnknown(name, known, hints)}`;
    if (!isScalar(value) || typeof value.value !== 'number') return [];
    if (refusesNumbers)
      return `line ${line}: ${name} is a number. Write ${name}: "${value.source}" instead.`;
    value.value = value.source;
    return [];
  });
}

function describeUnknown(name: string, known: readonly string[], hints: Record<string, string>) {
  const hint = Object.hasOwn(hints, name)
    ? `. Write ${hints[name]} instead.`
    : didYouMean([name], known) || '.';
  return `there is no field ${JSON.stringify(name)}${hint} The fields are ${known.join(', ')}; the body is the text below.`;
}
