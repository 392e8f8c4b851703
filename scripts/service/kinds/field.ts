import { Option } from 'commander';
import { z } from 'zod';
import { collected } from '../collected.ts';

/** A field of a thing, as the options of a command give it. */
export interface Field {
  /** As the schema names it. */
  name: string;
  /** The option that a person is told of, and how it is written. */
  flag: string;
  example: string;
  options: Option[];
  /** What was given; undefined where it was not. */
  read: (given: Record<string, unknown>) => unknown;
}

interface About {
  /** Such as `--name <name>`. */
  flags: string;
  about: string;
  /** What is written after the option. */
  example: string;
}

/** A text. */
export function text(name: string, { flags, about, example }: About): Field {
  const option = new Option(flags, about);
  return fieldOf(name, { option, example });
}

/** A text that may be taken away: `--no-project` beside `--project <id>`. */
export function clearable(name: string, { flags, about, example }: About): Field {
  const option = new Option(flags, about);
  const field = fieldOf(name, { option, example });
  return {
    ...field,
    options: [option, withoutOption(option)],
    read: (given) => (field.read(given) === false ? null : field.read(given)),
  };
}

/** Texts: the option is given once for each, and `--no-label` for none. */
export function several(name: string, { flags, about, example }: About): Field {
  const option = new Option(flags, `${about}, repeatable`);
  option.argParser(collected(z.string()));
  const field = fieldOf(name, { option, example });
  return {
    ...field,
    options: [option, withoutOption(option)],
    read: (given) => (field.read(given) === false ? [] : field.read(given)),
  };
}

/** The fields that are given, by their names. */
export function readFields(
  fields: readonly Field[],
  options: Record<string, unknown>,
): Record<string, unknown> {
  const all = fields.map(({ name, read }) => [name, read(options)] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** One of two: `--public` or `--private`. */
export function either(name: string, yes: [string, string], no: [string, string]): Field {
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
  return new Option(`${long?.replace('--', '--no-')}`, 'remove it');
}
