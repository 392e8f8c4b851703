import { SettingsError } from '../../../src/model/errors.ts';
import type { Problems, Reference } from '../../../src/service/resources/kinds/kind.ts';
import { listFirst } from '../with-database.ts';
import type { Field } from './field.ts';

/** Explains the problem of each field, and shows an example of its option. */
export function createFieldsError(
  problems: Problems,
  fields: readonly Field[],
  given: Record<string, unknown>,
): SettingsError {
  const lines = fields.flatMap(({ name, flag, example }) => {
    const why = problems[name];
    if (why === undefined) return [];
    const isExplained = why.startsWith('expected');
    if (given[name] === undefined)
      return `${flag} is missing${isExplained ? `: ${why}` : ''}. Write it like: ${example}`;
    return `${flag} ${JSON.stringify(given[name])} is not usable: ${why}. Write it like: ${example}`;
  });
  return new SettingsError(`${lines.join('\n')}\nNothing was changed.`);
}

/** Counts the references of each kind, and lists some of the names. */
export function describeReferences(uses: readonly Reference[]): string {
  return uses
    .map(({ what, count, names }) => {
      const more = count - names.length;
      const named = `${listFirst(names)}${more > 0 ? ` and ${more} more` : ''}`;
      return `${count} ${count === 1 ? what.slice(0, -1) : what} (${named})`;
    })
    .join(', ');
}

/** @param which text before the kind's name in the message, such as `other ` */
export function createUnknownError(
  { kind, command }: { kind: { one: string }; command: string },
  id: string,
  which = '',
): SettingsError {
  return new SettingsError(
    `There is no ${which}${kind.one} ${id}. "${command} list" shows all with their ids.`,
  );
}
