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

interface About {
  /** Option flags for commander, such as `--name <name>`. */
  flags: string;
  about: string;
  /** An example of the option's value. */
  example: string;
}

/** A text option. */
export function textField(name: string, { flags, about, example }: About): Field {
  const option = new Option(flags, about);
  return fieldOf(name, { option, example });
}

/**
 * A text option with an opposite that clears the field, such as `--no-project` for `--project
 * <id>`.
 */
export function clearableField(name: string, { flags, about, example }: About): Field {
  const option = new Option(flags, about);
  const field = fieldOf(name, { option, example });
  return {
    ...field,
    options: [option, withoutOption(option)],
    read: (given) => (field.read(given) === false ? null : field.read(given)),
  };
}

/**
 * A text option that can be repeated. The option's opposite, such as `--no-label`, clears the list.
 */
export function listField(name: string, { flags, about, example }: About): Field {
  const option = new Option(flags, `${about}; repeatable`);
  option.argParser(createCollector(z.string()));
  const field = fieldOf(name, { option, example });
  return {
    ...field,
    options: [option, withoutOption(option)],
    read: (given) => (field.read(given) === false ? [] : field.read(given)),
  };
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
  const field = fieldOf(name, { option: isOption, example: '' });
  return {
    ...field,
    options: [isOption, isNotOption],
    read: (given) => (given[isNotOption.attributeName()] ? false : field.read(given)),
  };
}

function fieldOf(name: string, { option, example }: { option: Option; example: string }): Field {
  const flag = option.long ?? '';
  return {
    name,
    flag,
    example: `${flag} ${example}`,
    options: [option],
    read: (given) => given[option.attributeName()],
  };
}

function withoutOption({ long }: Option): Option {
  return new Option(`${long?.replace('--', '--no-')}`, 'clear it');
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
