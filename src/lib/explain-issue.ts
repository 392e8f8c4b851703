import { z } from 'zod';
import { didYouMean } from './text/did-you-mean.ts';

type Issue<C> = Extract<z.core.$ZodRawIssue, { code: C }>;

/** What is wrong, and what to write instead, by the code of a problem. */
const explanations: { [C in z.core.$ZodIssue['code']]?: (issue: Issue<C>) => string | undefined } =
  {
    unrecognized_keys: ({ keys, inst }) => {
      const known = Object.keys((inst as { shape?: object } | undefined)?.shape ?? {});
      const names = keys.map((key) => JSON.stringify(key)).join(', ');
      return `${names} is unknown${didYouMean(keys, known) || `. Known: ${known.join(', ')}`}`;
    },
    invalid_type: ({ input, expected }) => {
      if (input === undefined) return 'it is missing';
      const isUnquoted = expected === 'string' && /number|boolean/.test(typeof input);
      const hint = isUnquoted ? '; in quotes, it is text' : '';
      return `expected ${typeWords[expected] ?? expected}, but found ${typeOf(input)}${hint}`;
    },
    invalid_value: ({ values }) =>
      `expected ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`,
    too_small: ({ minimum, origin }) =>
      Number(minimum) === 1 && origin !== 'number'
        ? 'it is empty'
        : `expected at least ${minimum}${units[origin] ?? ''}`,
    too_big: ({ maximum, origin }) => `expected at most ${maximum}${units[origin] ?? ''}`,
    // The first form of several is the most common one.
    invalid_union: ({ errors }) => errors[0]?.[0]?.message,
  };

/**
 * Explains a problem of a file that a person wrote. It is the option `error` of a parse; schemas may
 * have messages of their own, which say more.
 * @returns undefined for problems that have Zod's own message
 */
export const explainIssue: z.core.$ZodErrorMap = (issue) => {
  const byCode = explanations as Record<string, z.core.$ZodErrorMap | undefined>;
  return byCode[issue.code]?.(issue);
};

/** A message of a schema that shows the right form of a value. */
export function expectForm(form: string): z.core.$ZodErrorMap {
  return ({ code, input }) => {
    if (code !== 'invalid_type') return undefined;
    return `${input === undefined ? 'it is missing; ' : ''}expected ${form}`;
  };
}

/** The type of a value, in the words of YAML. */
export function typeOf(value: unknown): string {
  const type = z.core.util.parsedType(value);
  return typeWords[type] ?? type;
}

const typeWords: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  null: 'nothing',
  number: 'a number',
  object: 'names with values',
  record: 'names with values',
  string: 'text',
};
const units: Record<string, string> = { string: ' characters', array: ' items' };
