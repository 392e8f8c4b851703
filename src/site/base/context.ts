import { isReserved } from '../../config/address-warning.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import type { LabelEntry, ProjectEntry, WorkspaceEntry } from '../../model/content/content.ts';
import type { Strings } from './strings/shape.ts';
import { paths, type Urls } from './urls.ts';

/** The frame of every page: workspace, settings, addresses and language. */
export interface SiteFrame {
  workspace: WorkspaceEntry;
  config: SiteConfig;
  urls: Urls;
  strings: Strings;
  /** Whether the site has a roadmap: there are milestones, or a log of earlier milestones. */
  hasRoadmap: boolean;
  /** Links in the header and footer that features add. */
  links: readonly SiteLink[];
}

/** A page that all pages link to. */
export interface SiteLink {
  place: 'header' | 'footer';
  key: string;
  path: string;
  text: string;
}

/** The frame, and the projects and labels to which entries refer. */
export interface SiteContext extends SiteFrame {
  projects: ReadonlyMap<string, ProjectEntry>;
  labels: ReadonlyMap<string, LabelEntry>;
}

/** The name of the site from the settings, else the workspace's name. */
export function siteName({ config, workspace }: SiteFrame): string {
  return config.name ?? workspace.name;
}

/** A title such as "Acme Changelog", for the first page and the feeds. */
export function siteTitle(frame: SiteFrame): string {
  return frame.strings.title(siteName(frame));
}

/** The workspace's website, unless its domain is reserved for examples. */
export function workspaceAddress({ workspace }: Pick<SiteFrame, 'workspace'>): string | undefined {
  return workspace.url && !isReserved(workspace.url) ? workspace.url : undefined;
}

/**
 * Address to which the name in a page's header links: the workspace's website, else the home page.
 */
export function nameAddress(frame: SiteFrame): string {
  const { urls } = frame;
  const address = workspaceAddress(frame);
  const isOwn = address && withoutScheme(address) === withoutScheme(urls.absolute(paths.home()));
  return address && !isOwn ? address : urls.href(paths.home());
}

/** The writing direction of the site's language. */
export function direction({ config, strings }: SiteFrame): 'ltr' | 'rtl' {
  return config.direction === 'auto' ? strings.direction : config.direction;
}

function withoutScheme(address: string): string {
  const { host, pathname, search } = new URL(address);
  return `${host}${pathname.replace(/\/$/, '')}${search}`;
}
