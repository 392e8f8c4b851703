import type { WorkspaceEntry } from '../../model/content/content.ts';
import type { UpgradeGroup } from '../../model/content/upgrade-groups.ts';
import type { SiteFrame } from '../../site/base/context.ts';
import { stringsFor } from '../../site/base/strings/languages/languages.ts';

type ChangeType = WorkspaceEntry['change_types'][number];

const englishWords = stringsFor('en').upgrade.typeWords;

/** The groups that types are known for by their names, the gravest first. */
const named = ['action', 'fixed', 'new'] as const;

/**
 * The group of a type of change, by its slug and title: what `upgrade.action` names, what begins
 * with a word that the site's language or English has for it; all else changes behaviour.
 */
export function groupOf(
  type: Pick<ChangeType, 'slug' | 'title'> | undefined,
  { config, strings }: Pick<SiteFrame, 'config' | 'strings'>,
): UpgradeGroup {
  if (!type) return 'behaviour';
  const names = [type.slug, type.title].map((name) => name.toLowerCase().trim());
  if (config.upgrade.action.some((one) => names.includes(one.toLowerCase().trim())))
    return 'action';
  const words = names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u));
  const stemsOf = (group: (typeof named)[number]) =>
    [strings.upgrade.typeWords, englishWords].flatMap((words) => words[group]);
  const known = named.find((group) =>
    stemsOf(group).some((stem) => words.some((word) => word.startsWith(stem))),
  );
  return known ?? 'behaviour';
}
