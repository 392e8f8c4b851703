import { sql } from 'kysely';
import { wordsOf } from '../database/engine.ts';
import type { Db } from '../database/schema.ts';

/** A row's project as JSON text, or null. */
export function projectOf(db: Db, owner: 'release' | 'milestone') {
  return wordsOf(db).jsonObjectFrom(
    db
      .selectFrom('project as p')
      .select(['p.id', 'p.name', 'p.slug'])
      .where('p.id', '=', sql.ref<string>(`${owner}.project_id`)),
  );
}

interface Link {
  label_id: string;
  position: number;
}

/** A row's labels in their order, as JSON text. */
export function labelsOf(db: Db, owner: 'release' | 'milestone') {
  return wordsOf(db).jsonArrayFrom(
    db
      .selectFrom(sql<Link>`${sql.table(`${owner}_label`)}`.as('x'))
      .innerJoin('label as l', 'l.id', 'x.label_id')
      .select(['l.id', 'l.name', 'l.slug', 'l.color'])
      .where(sql.ref(`x.${owner}_id`), '=', sql.ref(`${owner}.id`))
      .orderBy('x.position'),
  );
}
