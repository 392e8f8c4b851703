import { stringsFor } from '../../../site/base/strings/languages/languages.ts';

/** The words of messages. */
export type Words = ReturnType<typeof wordsIn>;

/** @param locale a language tag (BCP 47) */
export function wordsIn(locale: string) {
  const { upgrade, readOn, releases, moreOptions } = stringsFor(locale);
  return { needsAction: upgrade.groups.action, readOn, releases, more: moreOptions };
}
