import { oneLine } from '../../lib/text/text.ts';
import { stages } from '../../model/api/stages.ts';
import type { Content } from '../../store/read/read-content.ts';
import type { WorkspaceTypes } from '../parse/parse-workspace.ts';
import { apiName, type Upstream } from './upstream.ts';

/**
 * The upstream with a type for each status that milestones have: those of the API, then by stage
 * and title those of other sources.
 */
export function withStatusTypes(upstream: Upstream, content: Content): Upstream {
  const { parts } = upstream;
  const workspace = { ...knownOfApi(parts, content), ...upstream.workspace };
  const rows = parts.flatMap(({ content }) =>
    content.kind === 'rows' ? content.rows.milestones : [],
  );
  const named = rows.map(({ status, stage }) => ({
    title: String(status ?? ''),
    stage: String(stage ?? ''),
  }));
  return { ...upstream, workspace: withTypes(workspace, named) };
}

/**
 * The workspace with the types of entries that stay without a row as well. Rows are prepared
 * without them: else a sync after the last of them is gone would prepare every row again.
 */
export function withKeptStatusTypes<W extends WorkspaceTypes>(
  workspace: W,
  { workspace: current }: Content,
): W {
  return withTypes(workspace, current?.status_types ?? []);
}

function withTypes<W extends WorkspaceTypes>(
  workspace: W,
  named: readonly { title: string; stage: string }[],
): W {
  const own = workspace.roadmap_status_types ?? [];
  const known = new Set(own.map(({ title }) => fold(title)));
  const others = new Map(
    named
      .filter(({ title }) => oneLine(title) !== '' && !known.has(fold(title)))
      .toReversed()
      .map(({ title, stage }) => [
        fold(title),
        { id: title, title, stage, color: colourOf(stage) },
      ]),
  );
  const added = [...others.values()].toSorted(
    (a, b) => rankOf(a.stage) - rankOf(b.stage) || (a.title < b.title ? -1 : 1),
  );
  return { ...workspace, roadmap_status_types: [...own, ...added] };
}

/** What the content has of the API's workspace, where the API cannot be asked for it. */
function knownOfApi(
  parts: Upstream['parts'],
  { workspace, state }: Content,
): Partial<Upstream['workspace']> {
  const isDown = parts.some(({ name, content }) => name === apiName && content.kind === 'failed');
  if (!isDown || !workspace) return {};
  const ids = new Map(
    Object.values(state?.milestones ?? {}).flatMap(({ standing }) =>
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

function fold(title: string): string {
  return oneLine(title).toLowerCase();
}

function rankOf(stage: string): number {
  const rank = (stages as readonly string[]).indexOf(stage);
  return rank < 0 ? stages.length : rank;
}

const colours: Readonly<Record<string, string>> = {
  BACKLOG: '#64748b',
  PLANNED: '#7c3aed',
  IN_PROGRESS: '#2563eb',
  COMPLETED: '#16a34a',
};

function colourOf(stage: string): string {
  return colours[stage] ?? '#64748b';
}
