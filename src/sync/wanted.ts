import { toJsonText } from '../lib/json.ts';
import {
  assetScheme,
  type LabelEntry,
  type MilestoneEntry,
  type ProjectEntry,
  type Redirects,
  type ReleaseEntry,
  type WorkspaceEntry,
} from '../model/content.ts';
import type { SyncState } from '../model/sync-state.ts';
import { entryPath, tableFiles } from '../store/layout.ts';
import type { WantedFile } from './plan.ts';

/** All that is to stand in the content folder. */
export interface Wanted {
  workspace: WorkspaceEntry;
  projects: ProjectEntry[];
  labels: LabelEntry[];
  releases: ReleaseEntry[];
  milestones: MilestoneEntry[];
  redirects: Redirects;
  state: SyncState;
}

/** The files that hold them. */
export function wantedFiles(wanted: Wanted): WantedFile[] {
  const { workspace, projects, labels, releases, milestones, redirects, state } = wanted;
  const file = (path: string, value: unknown) => ({ path, text: () => toJsonText(value) });
  return [
    ...releases.map((entry) => file(entryPath('releases', entry.slug), entry)),
    ...milestones.map((entry) => file(entryPath('milestones', entry.slug), entry)),
    file(tableFiles.workspace, workspace),
    file(tableFiles.projects, projects),
    file(tableFiles.labels, labels),
    ...(hasAny(redirects) ? [file(tableFiles.redirects, redirects)] : []),
    file(tableFiles.state, state),
  ];
}

function hasAny({ releases, milestones }: Redirects): boolean {
  return Object.keys(releases).length + Object.keys(milestones).length > 0;
}

/** Names of the mirrored files that an entry refers to. */
export function usedAssets({ releases, milestones }: Pick<Wanted, 'releases' | 'milestones'>) {
  const assets = [
    ...releases.flatMap(({ hero }) => (hero && 'asset' in hero ? hero.asset : [])),
    ...releases.flatMap(({ contributors }) => contributors.flatMap(({ avatar }) => avatar ?? [])),
    ...[...releases, ...milestones].flatMap(({ attachments }) =>
      attachments.flatMap((one) => (one.type === 'FILE' ? one.asset : [])),
    ),
  ];
  const html = [...releases, ...milestones].map(({ body }) => body);
  html.push(...releases.flatMap(({ changes }) => changes.map((change) => change.html)));
  const inHtml = html.flatMap((text) =>
    [...text.matchAll(inBody)].flatMap(([, file]) => file ?? []),
  );
  return new Set([...assets.map(({ file }) => file), ...inHtml]);
}

const inBody = new RegExp(`<img src="${assetScheme}([^"]+)"`, 'g');
