import type { UpgradeGroup } from '../../../model/content/upgrade-groups.ts';
import type { Forms } from './counted.ts';

/**
 * What the pages about upgrades say. No functions, since browsers are told them too: in sentences
 * `{from}`, `{to}`, `{asked}`, `{taken}` and `{name}` stand for what is said of.
 */
export interface UpgradeStrings {
  title: string;
  lead: string;
  /** A sentence for search engines on the versions of a project. */
  about: string;
  /** What the releases without a project are called among the projects. */
  noProject: string;
  project: string;
  from: string;
  to: string;
  choose: string;
  /** In the place of a version that is asked for and unknown, in the list of versions. */
  beforeAll: string;
  groups: Record<UpgradeGroup, string>;
  /** Beginnings of words, in small letters, by which types of changes are known. */
  typeWords: Record<Exclude<UpgradeGroup, 'behaviour'>, readonly string[]>;
  /** Heading of what lies between two versions. */
  heading: string;
  releases: string;
  changes: Forms;
  /** How many of the changes are ticked; `{count}` are all of them. */
  ticked: Forms;
  byVersion: string;
  byDate: string;
  unknownProject: string;
  nearest: string;
  beforeFirst: string;
  unreadable: string;
  reversed: string;
  nothing: string;
  onlyReleases: string;
  failed: string;
  again: string;
  copy: string;
  copied: string;
  notCopied: string;
  print: string;
  /** On the pages of single versions. */
  since: string;
  sinceAbout: string;
  isNewest: string;
  capped: string;
  goOn: string;
  partly: string;
  versions: string;
  olderVersions: string;
  whole: string;
  withoutScripts: string;
  /** Leads from a release to the planner. */
  fromHere: string;
}
