import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import type { SiteConfigInput } from '../../../src/config/site-config.ts';
import { toJsonText } from '../../../src/lib/json.ts';
import type {
  LabelEntry,
  MilestoneEntry,
  ProjectEntry,
  ReleaseEntry,
  WorkspaceEntry,
} from '../../../src/model/content/content.ts';
import { entryPath, tableFiles } from '../../../src/store/layout.ts';
import { applyChanges } from '../../../src/store/write/apply.ts';
import { runCommand } from '../../support/command.ts';
import { tempFolder } from '../../support/temp-folder.ts';

export interface WrittenContent {
  workspace: WorkspaceEntry;
  projects: ProjectEntry[];
  labels: LabelEntry[];
  releases: ReleaseEntry[];
  milestones: MilestoneEntry[];
}

/** A site built from entries as they would stand in the content folder. */
export interface WrittenSite extends AsyncDisposable {
  /** What a web server shows: the site lies below it as below its base path. */
  root: string;
  /** The site itself. */
  dist: string;
}

// Sites of the same settings are compiled once, which takes longer than to render one: where files
// of tests want something else than the usual, they want the same.

/** Cards take as long to draw as all the rest of a site; `built-site/cards.test.ts` looks at them. */
export const withoutCards = { show: { cards: false } } as const satisfies SiteConfigInput;

/** German, from right to left: what holds here holds anywhere. */
export const unusual = {
  locale: 'de',
  direction: 'rtl',
  timeZone: 'Europe/Berlin',
  pageSize: 5,
  upgrade: { action: ['Schema'] },
  show: { ...withoutCards.show, votes: false },
} as const satisfies SiteConfigInput;

/** Neither part leads to the other. */
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
  await applyChanges(contentDir, filesOf(content));
  const env = {
    CONTENT_DIR: contentDir,
    OUT_DIR: dist,
    SITE_URL: 'https://example.com',
    BASE_PATH: basePath,
    SITE_CONFIG: siteConfig,
  };
  expect(await runCommand('build', { cwd: folder, env })).toMatchObject({ code: 0, stderr: '' });
  return {
    root,
    dist,
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
