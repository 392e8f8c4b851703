import { type EntryKind, entryKinds } from '../../model/content/entry-kinds.ts';
import type { SourceRows } from '../../sources/source.ts';
import type { Content } from '../../store/read/read-content.ts';
import { allLabels } from '../plan/surplus-labels.ts';
import type { Crawled } from '../read/crawl.ts';
import { withCanonicalNames } from './canonical-names.ts';
import type { Owners } from './owners.ts';
import type { Part } from './upstream.ts';

interface NamedPart extends Part {
  from: Part;
}

/** The parts with rows: each entry in one of them alone, with the projects and labels of all. */
export function nameParts(
  parts: readonly Part[],
  ofApi: readonly Crawled[],
  current: Content,
  others: readonly string[] | 'all',
): NamedPart[] {
  const seen = new Set<string>();
  const withRows = parts.flatMap((part) =>
    part.content.kind === 'rows'
      ? [{ part, rows: dated(onlyFirst(part.content.rows, seen), current) }]
      : [],
  );
  const isNamed = <T extends { name?: string | null | undefined }>(
    row: T,
  ): row is T & { name: string } => typeof row.name === 'string';
  const known = {
    ofApi: {
      projects: ofApi.flatMap(({ projects }) => projects.rows).filter(isNamed),
      labels: ofApi.flatMap(({ labels }) => labels).filter(isNamed),
    },
    current: { projects: current.projects, labels: allLabels(current) },
  };
  const canonical = withCanonicalNames(
    withRows.map(({ rows }) => rows),
    known,
    others,
  );
  return withRows.map(({ part }, index) => ({
    name: part.name,
    content: { kind: 'rows', rows: canonical[index] ?? emptyRows },
    from: part,
  }));
}

/** Names of projects of entries that stay without a row: their source failed, or is gone. */
export function shownBeside(
  parts: readonly Part[],
  owners: Owners,
  current: Content,
  allowMassDelete: boolean,
): readonly string[] | 'all' {
  if (parts.some(({ content }) => content.kind === 'api')) return 'all';
  const failed = parts.flatMap(({ name, content }) => (content.kind === 'failed' ? [name] : []));
  const staying = new Set<string | undefined>([...failed, ...(allowMassDelete ? [] : [undefined])]);
  const used = new Set(
    entryKinds.flatMap((kind) =>
      [...current[kind].values()].flatMap(({ id, project }) =>
        project !== null && staying.has(owners[kind].get(id)) ? [project] : [],
      ),
    ),
  );
  return current.projects.flatMap(({ id, name }) => (used.has(id) && name ? [name] : []));
}

const emptyRows: SourceRows = {
  releases: [],
  milestones: [],
  unreadable: [],
  undated: new Set(),
  notes: [],
};

/** @param seen entries of parts before it; its own are added */
function onlyFirst(rows: SourceRows, seen: Set<string>): SourceRows {
  const isFirst = (kind: EntryKind) => {
    return ({ id }: { id: string }) => {
      const key = `${kind}/${id}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    };
  };
  const releases = rows.releases.filter(isFirst('releases'));
  const milestones = rows.milestones.filter(isFirst('milestones'));
  const again = rows.releases.length + rows.milestones.length - releases.length - milestones.length;
  const note = `${again} of its entries are left out, as other entries have their ids. Set "project" for one of two changelogs, or "id" in a Markdown file.`;
  return { ...rows, releases, milestones, notes: again > 0 ? [...rows.notes, note] : rows.notes };
}

/** A date that was once found stays: no release turns into a draft because its tag is gone. */
function dated(rows: SourceRows, { releases }: Content): SourceRows {
  if (rows.undated.size === 0) return rows;
  return {
    ...rows,
    releases: rows.releases.map((row) => {
      const known = rows.undated.has(row.id) ? releases.get(row.id) : undefined;
      return known ? { ...row, status: 'RELEASED', released_at: known.released_at } : row;
    }),
  };
}
