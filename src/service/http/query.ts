import type { z } from 'zod';
import { RefusedError } from '../refused-error.ts';
import { detailsOf } from './details.ts';

/**
 * Parses the query parameters that a schema defines. Other parameters are ignored.
 * @throws RefusedError
 */
export function parseQuery<T extends z.ZodObject>(schema: T, search: string): z.output<T> {
  const values = new Map<string, string>();
  const unreadable = new Map<string, string>();
  for (const [name, value] of pairs(search)) {
    if (!Object.hasOwn(schema.shape, name)) continue;
    if (value === undefined) unreadable.set(name, 'expected valid percent-encoding');
    else if (values.has(name)) unreadable.set(name, 'expected once');
    else values.set(name, value);
  }
  const parsed = schema.safeParse(Object.fromEntries(values));
  if (parsed.success && unreadable.size === 0) return parsed.data;
  const details = parsed.success ? {} : detailsOf(parsed.error);
  throw new RefusedError('invalid', 'Some query parameters are not valid.', {
    ...details,
    ...Object.fromEntries(unreadable),
  });
}

function* pairs(search: string): Generator<[string, string | undefined]> {
  for (const pair of search.split('&').filter(Boolean)) {
    const [name = '', ...value] = pair.split('=');
    yield [decode(name) ?? name, decode(value.join('='))];
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
