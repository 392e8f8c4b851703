import { z } from 'zod';
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
    const parsed = schema?.safeParse(value);
    if (parsed?.success) return parsed.data as z.infer<K[keyof K]>;
    const found = `, but found ${fewOf(keys).join(', ')}${didYouMean(keys, names)}`;
    if (!schema)
      context.addIssue({ code: 'custom', message: keys.length > 0 ? expected + found : expected });
    for (const issue of parsed?.error.issues ?? []) {
      const hint = hintFor(issue, schema);
      context.addIssue({ code: 'custom', path: [...issue.path], message: issue.message + hint });
    }
    return z.NEVER;
  });
}

function hintFor(issue: z.core.$ZodIssue, schema: z.ZodObject | undefined): string {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
  return didYouMean(keys, Object.keys(schema?.shape ?? {}));
}
