import {
  type ErrorCode,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import type { z } from 'zod';
import { explainIssue } from './explain-issue.ts';

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
    const [, name] = /^Unresolved alias .*: (.+)$/.exec(error.message) ?? [];
    const unknown = aliases.find((one) => one.name === name);
    if (unknown) return { problems: [{ line: unknown.line, message: starHint }] };
    return { problems: [{ line: 1, message: 'nested aliases make the document too large' }] };
  }
  const parsed = schema.safeParse(value, { error: explainIssue });
  if (parsed.success) return { value: parsed.data };
  return {
    problems: parsed.error.issues.map((issue) => ({
      line: lineAt(
        offsetOf(document, 'keys' in issue ? [...issue.path, issue.keys[0] ?? ''] : issue.path),
      ),
      message: [issue.path.join('.'), issue.message].filter(Boolean).join(': '),
    })),
  };
}

type Document = ReturnType<typeof parseDocument>;

export type OpenYaml = ReturnType<typeof openYaml>;

const starHint = 'a text that begins with * has to be in quotes, such as tags: "*"';

/** What to do about syntax errors, by the parser's code. */
const hints: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: starHint,
  BAD_SCALAR_START: 'a text that begins with @ or ` has to be in quotes, such as "@acme/board"',
  BLOCK_AS_IMPLICIT_KEY:
    'a text with a colon and a space in it has to be in quotes, such as title: "Board: the new one"; names of one level begin in the same column',
  MULTIPLE_DOCS: 'a line --- begins a second document; remove it',
  TAB_AS_INDENT: 'a tab cannot indent a line; use spaces',
};

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
    message: tooDeep ? 'the values are nested too deeply' : (hints[code] ?? message),
  }));
  /**
   * Every alias in the text, formatted as a problem. Only callers that forbid aliases report them.
   */
  const aliases: (YamlProblem & { name: string })[] = [];
  visit(document, {
    Value: (_key, node) => {
      const { tag, range } = node;
      if (tag !== undefined)
        problems.push({ line: lineAt(range?.[0]), message: `tags such as ${tag} are not allowed` });
      if (isMap(node))
        for (const key of repeatedKeys(node))
          problems.push({
            line: lineAt(key.range?.[0]),
            message: `${JSON.stringify(key.value)} is there twice`,
          });
    },
    Alias: (_key, { source, range }) => {
      const message = `aliases such as *${source} are not allowed`;
      aliases.push({ line: lineAt(range?.[0]), message, name: source });
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
 * Offset in the text of a value's name, or of an item of a list. If the value is missing, the offset
 * of its nearest existing parent.
 */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1));
    const isNamed = ({ key }: Pair) => isScalar(key) && String(key.value) === path[length - 1];
    const name = isMap(parent) && parent.items.find(isNamed)?.key;
    const node = name || document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}
