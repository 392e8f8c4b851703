/** A row's project as JSON text, or null; for tables with a `project_id`. */
export const projectColumn = `
    (SELECT json_object('id', p.id, 'name', p.name, 'slug', p.slug)
     FROM project p WHERE p.id = project_id) AS project`;

/** A row's labels in their order, as JSON text. */
export function labelsColumn(table: 'release' | 'milestone'): string {
  return `
    (SELECT json_group_array(
       json_object('id', l.id, 'name', l.name, 'slug', l.slug, 'color', l.color)
       ORDER BY x.position)
     FROM ${table}_label x JOIN label l ON l.id = x.label_id
     WHERE x.${table}_id = ${table}.id) AS labels`;
}
