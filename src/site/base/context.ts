import { isReserved } from '../../config/address-warning.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import type { LabelEntry, ProjectEntry, WorkspaceEntry } from '../../model/content/content.ts';
import type { Strings } from './strings/shape.ts';
import { paths, type Urls } from './urls.ts';

/** What every page stands in: whose site it is, how it is set up, its addresses and its language. */
export interface SiteFrame {
  workspace: WorkspaceEntry;
  config: SiteConfig;
  urls: Urls;
  strings: Strings;
  /** Whether the roadmap shows anything: milestones, or what happened to earlier ones. */
  hasRoadmap: boolean;
  /** What header and footer link to beside the site's own parts. */
  links: readonly SiteLink[];
}

/** A page that every page links to. */
export interface SiteLink {
  place: 'header' | 'footer';
  key: string;
  path: string;
  text: string;
}

/** What every view is made with: the frame, and the tables beside the entries. */
export interface SiteContext extends SiteFrame {
  projects: ReadonlyMap<string, ProjectEntry>;
  labels: ReadonlyMap<string, LabelEntry>;
}

/** What the site is called: its own name where it has one, else the workspace's. */
export function siteName({ config, workspace }: SiteFrame): string {
  return config.name ?? workspace.name;
}

/** Such as "Acme Changelog": the title of the first page and of the feeds. */
export function siteTitle(frame: SiteFrame): string {
  return frame.strings.title(siteName(frame));
}

/** Where the workspace is at home on the web, where readers get there. */
export function workspaceAddress({ workspace }: Pick<SiteFrame, 'workspace'>): string | undefined {
  return workspace.url && !isReserved(workspace.url) ? workspace.url : undefined;
}

/** Where the name in a page's header leads: to the workspace's own site, else to the first page. */
export function nameAddress(frame: SiteFrame): string {
  const { urls } = frame;
  const address = workspaceAddress(frame);
  const isOwn = address && withoutScheme(address) === withoutScheme(urls.absolute(paths.home()));
  return address && !isOwn ? address : urls.href(paths.home());
}

/** Which way the site's text runs. */
export function direction({ config, strings }: SiteFrame): 'ltr' | 'rtl' {
  return config.direction === 'auto' ? strings.direction : config.direction;
}

function withoutScheme(address: string): string {
  const { host, pathname, search } = new URL(address);
  return `${host}${pathname.replace(/\/$/, '')}${search}`;
}
