import type { z } from 'zod';
import { parseForeignJson, TooDeepError } from '../../lib/json.ts';
import { detailsOf, nameOf, withoutZero } from './details.ts';
import { type Invalid, invalidFields } from './endpoint.ts';
import { hasZero, illFormedAt, textAt } from './text-at.ts';

type ParsedBody<T> = { kind: 'parsed'; value: T } | Invalid;

/** Parses a request's JSON by a schema; no body at all counts as an empty object. */
export function parseJsonBody<T>(text: string, schema: z.ZodType<T>): ParsedBody<T> {
  const json = parseJson(text);
  if (json.kind === 'invalid') return json;
  const zero = text.includes('\\u0000') ? textAt(json.value, hasZero) : undefined;
  if (zero) return invalidFields({ [nameOf(zero)]: withoutZero });
  const parsed = schema.safeParse(json.value);
  if (!parsed.success) return invalidFields(detailsOf(parsed.error));
  const broken = mayBeIllFormed(text) ? illFormedAt(parsed.data) : undefined;
  if (!broken) return { kind: 'parsed', value: parsed.data };
  return invalidFields({
    [nameOf(broken)]: 'expected whole characters, not lone surrogates',
  });
}

/** Only an escape can bring half a character in: the bytes were UTF-8. */
function mayBeIllFormed(text: string): boolean {
  return /\\u[dD][89a-fA-F]/.test(text);
}

function parseJson(text: string): ParsedBody<unknown> {
  try {
    return { kind: 'parsed', value: text === '' ? {} : parseForeignJson(text) };
  } catch (error) {
    if (error instanceof TooDeepError)
      return { kind: 'invalid', error: `The body is not valid: ${error.message}.` };
    return { kind: 'invalid', error: 'The body is not JSON.' };
  }
}
