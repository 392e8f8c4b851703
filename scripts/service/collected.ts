import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';

/** Reads an option that may be given several times, all its values in their order. */
export function collected<T>(schema: z.ZodType<T>): (text: string) => T[] {
  // Given once, it stands in the place of the default.
  let given: T[] = [];
  return (text) => {
    const parsed = schema.safeParse(text);
    if (!parsed.success)
      throw new InvalidArgumentError(parsed.error.issues.map(({ message }) => message).join(' '));
    given = [...given, parsed.data];
    return given;
  };
}
