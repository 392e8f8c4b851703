import { digest } from '../../lib/digest.ts';
import { toJsonText } from '../../lib/json.ts';
import {
  assetScheme,
  type LabelEntry,
  type MilestoneEntry,
  type ProjectEntry,
  type Redirects,
  type ReleaseEntry,
  type WorkspaceEntry,
} from '../../model/content/content.ts';
import type { RoadmapMove } from '../../model/content/roadmap-log.ts';
import type { SyncState } from '../../model/content/sync-state.ts';
import { entryPath, tableFiles } from '../../store/layout.ts';
import type { WantedFile } from './plan.ts';

/** All that is to stand in the content folder. */
export interface Wanted {
  workspace: WorkspaceEntry;
  projects: ProjectEntry[];
  labels: LabelEntry[];
  releases: ReleaseEntry[];
  milestones: MilestoneEntry[];
  redirects: Redirects;
  roadmapLog: RoadmapMove[];
  /** Without what is known once all is. */
  state: Omit<SyncState, 'files' | 'assets'>;
}

/**
 * The files that hold them; the state comes last, and tells what the others come to.
 * @param assets sizes of the mirrored files that are to stand there, in bytes, by name
 */
export function wantedFiles(wanted: Wanted, assets: SyncState['assets']): WantedFile[] {
  const { workspace, projects, labels, releases, milestones, redirects, roadmapLog, state } =
    wanted;
  const files = [
    ...releases.map((entry) => fileOf(entryPath('releases', entry.slug), entry)),
    ...milestones.map((entry) => fileOf(entryPath('milestones', entry.slug), entry)),
    fileOf(tableFiles.workspace, workspace),
    fileOf(tableFiles.projects, projects),
    fileOf(tableFiles.labels, labels),
    ...(hasAny(redirects) ? [fileOf(tableFiles.redirects, redirects)] : []),
    ...(roadmapLog.length > 0 ? [fileOf(tableFiles.roadmapLog, roadmapLog)] : []),
  ];
  const digests = files.map((file) => [file.path, digestInState(file)] as const);
  const whole: SyncState = { ...state, files: Object.fromEntries(digests), assets };
  return [...files, fileOf(tableFiles.state, whole)];
}

/** As much of a file's digest as it takes to tell that somebody changed it. */
export function digestInState({ digest }: Pick<WantedFile, 'digest'>): string {
  return digest.slice(0, 20);
}

/** The file that holds a value. @param path relative to the content folder */
export function fileOf(path: string, value: unknown): WantedFile {
  const text = () => toJsonText(value);
  return { path, text, digest: digest(text()) };
}

/** Whether any old address leads somewhere: without one there is no file. */
export function hasAny({ releases, milestones }: Redirects): boolean {
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
  const html = [
    ...[...releases, ...milestones].map(({ body }) => body),
    ...releases.flatMap(({ changes }) => changes.map((change) => change.html)),
  ];
  const inHtml = html.flatMap((text) =>
    [...text.matchAll(inBody)].flatMap(([, file]) => file ?? []),
  );
  return new Set([...assets.map(({ file }) => file), ...inHtml]);
}

const inBody = new RegExp(`<(?:img src|a href)="${assetScheme}([^"]+)"`, 'g');
