import { z } from 'zod';
import { explainIssue, typeOf } from '../lib/explain-issue.ts';
import { didYouMean } from '../lib/text/did-you-mean.ts';
import { fewOf } from '../lib/text/text.ts';

/**
 * A schema for entries of several kinds, each of which has the name of its kind as a key. It
 * validates an entry with the schema of its kind. With a Zod union instead, errors would lack the
 * line in the file.
 * @param expected such as "expected one of github and api"
 */
export function entryOfKind<K extends Record<string, z.ZodObject>>(kinds: K, expected: string) {
  const names = Object.keys(kinds);
  return z.unknown().transform((value, context): z.infer<K[keyof K]> => {
    const keys = value !== null && typeof value === 'object' ? Object.keys(value) : [];
    const [name = '', ...others] = names.filter((one) => keys.includes(one));
    const schema = others.length === 0 ? kinds[name] : undefined;
    const parsed = schema?.safeParse(value, { error: explainIssue });
    if (parsed?.success) return parsed.data as z.infer<K[keyof K]>;
    if (!schema)
      context.addIssue({
        code: 'custom',
        message: `${expected}, but found ${found(value, names)}`,
      });
    for (const issue of parsed?.error.issues ?? [])
      context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
    return z.NEVER;
  });
}

/** Says what an entry has instead of one kind. */
function found(value: unknown, names: readonly string[]): string {
  const keys = value !== null && typeof value === 'object' ? Object.keys(value) : [];
  if (keys.length === 0) return typeOf(value);
  const kinds = names.filter((one) => keys.includes(one));
  if (kinds.length > 0) return `${kinds.join(' and ')}; write an entry for each`;
  return fewOf(keys).join(', ') + didYouMean(keys, names);
}
