import { SettingsError } from '../../../src/model/errors.ts';
import type { Problems, Reference } from '../../../src/service/resources/kinds/kind.ts';
import { some } from '../with-database.ts';
import type { Field } from './field.ts';

/** Says of each field what is wrong and how it is written. */
export function badFields(
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

/** Says what hangs on a thing, and what can be done about it. */
export function inUse(name: string, uses: readonly Reference[], withAll: string): SettingsError {
  return new SettingsError(
    `${name} is in use: ${usesText(uses)}. Nothing was removed. Use --move-to ID to reassign them; --with-all ${withAll}.`,
  );
}

/** How many of what there are, and the first of their names. */
export function usesText(uses: readonly Reference[]): string {
  return uses
    .map(({ what, count, names }) => {
      const more = count - names.length;
      const named = `${some(names)}${more > 0 ? ` and ${more} more` : ''}`;
      return `${count} ${count === 1 ? what.slice(0, -1) : what} (${named})`;
    })
    .join(', ');
}

/** @param which goes before its name: `other ` */
export function unknownThing(
  { kind, command }: { kind: { one: string }; command: string },
  id: string,
  which = '',
): SettingsError {
  return new SettingsError(
    `There is no ${which}${kind.one} ${id}. "${command} list" shows all with their ids.`,
  );
}
