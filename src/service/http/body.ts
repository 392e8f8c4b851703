import type { z } from 'zod';
import { detailsOf } from './details.ts';
import { type Invalid, invalidFields } from './endpoint.ts';

type ParsedBody<T> = { kind: 'parsed'; value: T } | Invalid;

/** Parses a request's JSON by a schema; no body at all counts as an empty object. */
export function parseBody<T>(text: string, schema: z.ZodType<T>): ParsedBody<T> {
  const json = parseJson(text);
  if (json.kind === 'invalid') return json;
  const parsed = schema.safeParse(json.value);
  return parsed.success
    ? { kind: 'parsed', value: parsed.data }
    : invalidFields(detailsOf(parsed.error));
}

function parseJson(text: string): ParsedBody<unknown> {
  try {
    return { kind: 'parsed', value: text === '' ? {} : JSON.parse(text) };
  } catch {
    return { kind: 'invalid', error: 'The body is not JSON.' };
  }
}
