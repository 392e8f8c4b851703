import {
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import type { z } from 'zod';
import { didYouMean } from './text/did-you-mean.ts';

/** A problem in a YAML text. Lines count from 1. */
interface YamlProblem {
  line: number;
  message: string;
}

export type ParsedYaml<T> = { value: T; problems?: undefined } | { problems: YamlProblem[] };

/** Maximum number of aliases. Many of them can expand a small text to a very large value. */
const maxAliases = 100;

/** Parses YAML 1.2 without tags and validates it with a schema. Returns all problems at once. */
export function parseYaml<T>(text: string, schema: z.ZodType<T>): ParsedYaml<T> {
  const { document, lineAt, problems, aliases } = openYaml(text);
  if (aliases.length > maxAliases)
    problems.push({ line: 1, message: `more than ${maxAliases} aliases` });
  if (problems.length > 0) return { problems };
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: maxAliases }) ?? {};
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return { problems: [{ line: 1, message: 'nested aliases make the document too large' }] };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return {
    problems: parsed.error.issues.map((issue) => ({
      line: lineAt(offsetOf(document, issue.path)),
      message: [issue.path.join('.'), explain(issue) + hintAtTop(issue, schema)]
        .filter(Boolean)
        .join(': '),
    })),
  };
}

/** Returns Zod's message, in the words of YAML for a value that is missing or of another type. */
export function explain({ message }: { message: string }): string {
  const [, expected = '', found = ''] =
    /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
  if (expected === '') return message;
  if (found === 'undefined') return 'it is missing';
  return `expected ${typeWords[expected] ?? expected}, but found ${typeWords[found] ?? found}`;
}

const typeWords: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  null: 'nothing',
  number: 'a number',
  object: 'names with values',
  record: 'names with values',
  string: 'text',
};

function hintAtTop(issue: z.core.$ZodIssue, schema: z.ZodType): string {
  if (issue.code !== 'unrecognized_keys' || issue.path.length > 0) return '';
  return 'shape' in schema ? didYouMean(issue.keys, Object.keys(schema.shape as object)) : '';
}

type Document = ReturnType<typeof parseDocument>;

export type OpenYaml = ReturnType<typeof openYaml>;

const quoteHint =
  'a text with a colon and a space in it has to be in quotes, such as title: "Board: the new one"';

/** Parses YAML 1.2 with the core schema, so dates are read as text. */
export function openYaml(text: string) {
  const lineCounter = new LineCounter();
  // The parser compares each key with all others, so duplicates are found below instead.
  const document = parseDocument(text, {
    lineCounter,
    schema: 'core',
    prettyErrors: false,
    uniqueKeys: false,
  });
  const lineAt = (offset = 0) => lineCounter.linePos(offset).line;
  const tooDeep = document.errors.find(({ message }) => message.startsWith('Maximum call stack'));
  /** Syntax errors, and tags, which are not allowed. */
  const problems = (tooDeep ? [tooDeep] : document.errors).map(({ pos, code, message }) => ({
    line: lineAt(pos[0]),
    message: tooDeep
      ? 'the values are nested too deeply'
      : code === 'BLOCK_AS_IMPLICIT_KEY'
        ? quoteHint
        : message,
  }));
  /**
   * Every alias in the text, formatted as a problem. Only callers that forbid aliases report them.
   */
  const aliases: YamlProblem[] = [];
  visit(document, {
    Value: (_key, node) => {
      const { tag, range } = node;
      if (tag !== undefined)
        problems.push({ line: lineAt(range?.[0]), message: `tags such as ${tag} are not allowed` });
      if (isMap(node))
        for (const key of repeatedKeys(node))
          problems.push({ line: lineAt(key.range?.[0]), message: 'Map keys must be unique' });
    },
    Alias: (_key, { source, range }) => {
      const message = `aliases such as *${source} are not allowed`;
      aliases.push({ line: lineAt(range?.[0]), message });
    },
  });
  return { document, lineAt, problems, aliases };
}

function repeatedKeys({ items }: YAMLMap): Scalar[] {
  const seen = new Set<unknown>();
  return items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    const before = seen.size;
    return seen.add(key.value).size === before ? key : [];
  });
}

/**
 * Offset in the text at which a value starts. If the value is missing, the offset of its nearest
 * existing parent.
 */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}
