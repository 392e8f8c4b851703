import { z } from 'zod';

/** A boolean as stored in SQLite: 0 or 1. */
export const flag = z.union([z.literal(0), z.literal(1)]).transform((value) => value === 1);

/** A column of JSON text, parsed by a schema. */
export function json<T>(schema: z.ZodType<T>) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);
}

export function toFlag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
