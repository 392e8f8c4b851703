import type { ChangeType } from '../../model/api/workspace.ts';
import { idOf } from '../../sources/past/names.ts';

export interface ChangeTypeTable {
  /** The id of the type with this title, which is added where there is none. */
  idOf(title: string): string;
  all(): ChangeType[];
}

/** The types of a workspace, to which those are added that its releases turn out to need. */
export function changeTypeTable(present: readonly ChangeType[]): ChangeTypeTable {
  const byTitle = new Map(present.map((type) => [fold(type.title), type]));
  return {
    idOf: (title) => {
      const known = byTitle.get(fold(title));
      const type = known ?? { id: idOf('type', fold(title)), title, color: colourOf(title) };
      byTitle.set(fold(title), type);
      return type.id;
    },
    all: () => [...byTitle.values()],
  };
}

function fold(title: string): string {
  return title.toLowerCase();
}

/** What titles begin with or hold, in the order in which they are asked. */
const colours: readonly [RegExp, string][] = [
  [/break|remov|major/i, '#dc2626'],
  [/secur/i, '#7c3aed'],
  [/deprecat/i, '#b45309'],
  [/fix|bug|patch/i, '#c2710c'],
  [/add|feature|new|minor/i, '#16a34a'],
  [/chang|improve|enhance|perform/i, '#2563eb'],
];

function colourOf(title: string): string {
  return colours.find(([words]) => words.test(title))?.[1] ?? '#64748b';
}
