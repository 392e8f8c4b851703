import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';

/** A field of a resource with its command-line options. */
export interface Field {
  /** Name of the field in the schema. */
  name: string;
  /** The option as error messages name it. `example` shows how to use it. */
  flag: string;
  example: string;
  options: Option[];
  /** Returns the field's value from parsed options; undefined if the option is absent. */
  read: (given: Record<string, unknown>) => unknown;
}

/**
 * A text option.
 * @param flags option flags for commander, such as `--name <name>`
 * @param example an example of the option's value
 */
export function textField(name: string, flags: string, about: string, example: string): Field {
  return fieldOf(name, new Option(flags, about), example);
}

/**
 * A text option with an opposite that clears the field, such as `--no-project` for `--project
 * <id>`.
 */
export function clearableField(name: string, flags: string, about: string, example: string): Field {
  return withOpposite(name, new Option(flags, about), example, null);
}

/**
 * A text option that can be repeated. The option's opposite, such as `--no-label`, clears the list.
 */
export function listField(name: string, flags: string, about: string, example: string): Field {
  const option = new Option(flags, `${about}; repeatable`);
  option.argParser(createCollector(z.string()));
  return withOpposite(name, option, example, []);
}

/** Values of the fields whose options were given, by field name. */
export function readFields(
  fields: readonly Field[],
  options: Record<string, unknown>,
): Record<string, unknown> {
  const all = fields.map(({ name, read }) => [name, read(options)] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** Two opposite options for one field, such as `--public` and `--private`. */
export function switchField(name: string, yes: [string, string], no: [string, string]): Field {
  const [isOption, isNotOption] = [new Option(...yes), new Option(...no)];
  isOption.conflicts(isNotOption.attributeName());
  const field = fieldOf(name, isOption, '');
  return {
    ...field,
    options: [isOption, isNotOption],
    read: (given) => (given[isNotOption.attributeName()] ? false : field.read(given)),
  };
}

function fieldOf(name: string, option: Option, example: string): Field {
  const flag = option.long ?? '';
  return {
    name,
    flag,
    example: `${flag} ${example}`,
    options: [option],
    read: (given) => given[option.attributeName()],
  };
}

function withOpposite(name: string, option: Option, example: string, cleared: null | []): Field {
  const field = fieldOf(name, option, example);
  const opposite = new Option(`${option.long?.replace('--', '--no-')}`, 'clear it');
  return {
    ...field,
    options: [option, opposite],
    read: (given) => (field.read(given) === false ? cleared : field.read(given)),
  };
}

/** Creates a parser for a repeatable option. The parser collects the values in order. */
export function createCollector<T>(schema: z.ZodType<T>): (text: string) => T[] {
  // Starts empty, so that the first value replaces the option's default.
  let values: T[] = [];
  return (text) => {
    const parsed = schema.safeParse(text);
    if (!parsed.success)
      throw new InvalidArgumentError(parsed.error.issues.map(({ message }) => message).join(' '));
    values = [...values, parsed.data];
    return values;
  };
}
