import { foldName, oneLine } from '../../../lib/text/text.ts';
import { stages } from '../../../model/api/stages.ts';
import type { Content } from '../../../store/read/read-content.ts';
import type { WorkspaceTypes } from '../parse/parse-workspace.ts';
import { apiName, type Upstream } from './upstream.ts';

/**
 * Adds a status type for each status of milestones that are not from the API. The added types are
 * sorted by stage and title, and follow the types of the API.
 */
export function addStatusTypes(upstream: Upstream, content: Content): Upstream {
  const { parts } = upstream;
  const workspace = { ...readLastKnownApi(parts, content), ...upstream.workspace };
  const rows = parts.flatMap(({ rows }) => rows?.milestones ?? []);
  const named = rows.map(({ status, stage }) => ({
    title: String(status ?? ''),
    stage: String(stage ?? ''),
  }));
  return { ...upstream, workspace: addTypes(workspace, named) };
}

/** Adds the types with these titles and stages that the workspace lacks. */
export function addTypes<W extends WorkspaceTypes>(
  workspace: W,
  named: readonly { title: string; stage: string }[],
): W {
  const own = workspace.roadmap_status_types ?? [];
  const known = new Set(own.map(({ title }) => foldName(title)));
  const others = new Map(
    named
      .filter(({ title }) => oneLine(title) !== '' && !known.has(foldName(title)))
      .toReversed()
      .map(({ title, stage }) => [
        foldName(title),
        { id: title, title, stage, color: colours[stage] ?? '#64748b' },
      ]),
  );
  const added = [...others.values()].toSorted(
    (a, b) => rankStage(a.stage) - rankStage(b.stage) || (a.title < b.title ? -1 : 1),
  );
  return { ...workspace, roadmap_status_types: [...own, ...added] };
}

/** If the API failed, its workspace as recorded in the existing content; otherwise empty. */
function readLastKnownApi(
  parts: Upstream['parts'],
  { workspace, known }: Content,
): Partial<Upstream['workspace']> {
  const isDown = parts.some(({ name, failure }) => name === apiName && failure);
  if (!isDown || !workspace) return {};
  const ids = new Map(
    [...known.milestones.values()].flatMap(({ standing }) =>
      standing?.type === undefined ? [] : [[standing.status, standing.type] as const],
    ),
  );
  return {
    slug: workspace.slug,
    url: workspace.url,
    release_change_types: workspace.change_types.flatMap(({ id, title, color }) =>
      id === undefined ? [] : [{ id, title, color }],
    ),
    roadmap_status_types: workspace.status_types.map((type) => ({
      ...type,
      id: ids.get(type.title) ?? type.title,
    })),
  };
}

function rankStage(stage: string): number {
  const rank = (stages as readonly string[]).indexOf(stage);
  return rank < 0 ? stages.length : rank;
}

const colours: Readonly<Record<string, string>> = {
  PLANNED: '#7c3aed',
  IN_PROGRESS: '#2563eb',
  COMPLETED: '#16a34a',
};
