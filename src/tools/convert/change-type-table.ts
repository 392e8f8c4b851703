import type { ChangeType } from '../../model/api/workspace.ts';
import { idOf } from '../../sources/past/names.ts';
import { colourOfType } from '../../sources/type-colour.ts';

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
      const type = known ?? { id: idOf('type', fold(title)), title, color: colourOfType(title) };
      byTitle.set(fold(title), type);
      return type.id;
    },
    all: () => [...byTitle.values()],
  };
}

function fold(title: string): string {
  return title.toLowerCase();
}
