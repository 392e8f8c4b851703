import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { SiteConfigInput } from '../../../src/config/site-config.ts';
import { toJsonText } from '../../../src/lib/json.ts';
import type {
  LabelEntry,
  MilestoneEntry,
  ProjectEntry,
  ReleaseEntry,
  WorkspaceEntry,
} from '../../../src/model/content/content.ts';
import { buildFolder } from '../../../src/render/build-folder.ts';
import { entryPath, tableFiles } from '../../../src/store/layout.ts';
import { applyChanges } from '../../../src/store/write/apply.ts';
import { tempFolder } from '../../support/temp-folder.ts';

export interface WrittenContent {
  workspace: WorkspaceEntry;
  projects: ProjectEntry[];
  labels: LabelEntry[];
  releases: ReleaseEntry[];
  milestones: MilestoneEntry[];
}

/** A site built from entries that a test provides. */
export interface WrittenSite extends AsyncDisposable {
  /** The document root of a web server. The site is in a subfolder if it has a base path. */
  root: string;
  /** The built site. */
  dist: string;
  /** Adds entries, or replaces them, and builds again, which renders only what has changed. */
  rebuild: (content: WrittenContent) => Promise<void>;
}

// Compiling a site takes longer than rendering it, and sites with equal settings share the compiled
// code. Tests therefore share these few sets of settings.

/**
 * Drawing cards takes as long as all the rest of a build; `built-site/cards.long.test.ts` tests
 * them.
 */
export const withoutCards = { show: { cards: false } } as const satisfies SiteConfigInput;

/** German, right to left, and other settings that differ from the defaults. */
export const unusual = {
  locale: 'de',
  direction: 'rtl',
  timeZone: 'Europe/Berlin',
  pageSize: 5,
  upgrade: { action: ['Schema'] },
  show: { ...withoutCards.show, votes: false },
} as const satisfies SiteConfigInput;

/** Turns off two features that do not depend on each other, in one build. */
export const withoutSearchAndUpgrade = {
  show: { ...withoutCards.show, search: false, upgrade: false },
} as const satisfies SiteConfigInput;

/** @param basePath such as "/notes/" */
export async function buildWritten(
  content: WrittenContent,
  basePath: string,
  config: SiteConfigInput,
): Promise<WrittenSite> {
  const temp = await tempFolder();
  const folder = temp.path;
  const [contentDir, root] = [join(folder, 'content'), join(folder, 'root')];
  const siteConfig = join(folder, 'site.config.ts');
  const dist = resolve(root, `.${basePath}`);
  await writeFile(siteConfig, `export default ${JSON.stringify(config)};\n`);
  const siteUrl = 'https://example.com';
  const rebuild = async (content: WrittenContent) => {
    await applyChanges(contentDir, filesOf(content));
    await buildFolder({ contentDir, outDir: dist, siteUrl, basePath, siteConfig });
  };
  await rebuild(content);
  return {
    root,
    dist,
    rebuild,
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

function filesOf({ workspace, projects, labels, releases, milestones }: WrittenContent) {
  const file = (path: string, value: unknown) => ({
    kind: 'write' as const,
    path,
    text: () => toJsonText(value),
  });
  return [
    file(tableFiles.workspace, workspace),
    file(tableFiles.projects, projects),
    file(tableFiles.labels, labels),
    ...releases.map((one) => file(entryPath('releases', one.slug), one)),
    ...milestones.map((one) => file(entryPath('milestones', one.slug), one)),
  ];
}
