import { isAlias, isNode, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';

/** A problem in a YAML text, with its line, from 1. */
interface YamlProblem {
  line: number;
  message: string;
}

export type ParsedYaml<T> = { value: T; problems?: undefined } | { problems: YamlProblem[] };

/** Many references make a small text a large value. */
const maxAliases = 100;

/** Parses YAML 1.2 without tags and checks it against a schema. Reports all problems together. */
export function parseYaml<T>(text: string, schema: z.ZodType<T>): ParsedYaml<T> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: '1.2', schema: 'core' });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const problems: YamlProblem[] = document.errors.map(({ pos, message }) => ({
    line: lineAt(pos[0]),
    message: message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? message,
  }));
  let aliases = 0;
  visit(document, (_key, node) => {
    if (!isNode(node)) return undefined;
    const line = lineAt(node.range?.[0] ?? 0);
    if (isAlias(node)) aliases += 1;
    else if (node.tag !== undefined)
      problems.push({ line, message: `tags such as ${node.tag} are not supported` });
    return undefined;
  });
  if (aliases > maxAliases) problems.push({ line: 1, message: `more than ${maxAliases} aliases` });
  if (problems.length > 0) return { problems };
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: maxAliases }) ?? {};
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return { problems: [{ line: 1, message: 'aliases within aliases make it too large' }] };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return {
    problems: parsed.error.issues.map(({ path, message }) => ({
      line: lineAt(offsetOf(document, path)),
      message: [path.join('.'), message].filter(Boolean).join(': '),
    })),
  };
}

/** Start of a value, or of its nearest parent if it is missing. */
function offsetOf(
  document: ReturnType<typeof parseDocument>,
  path: readonly PropertyKey[],
): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}
