import { correctionsInWords } from '../../features/corrections/correction-words.ts';
import { corrections } from '../../features/corrections/feature.ts';
import type { Core } from '../../features/feature.ts';
import { planOf } from '../../features/registry.ts';

/**
 * Returns a function that looks up the corrections of a release by its id, as sentences for
 * `ReleaseFoot`.
 */
export function releaseCorrections(core: Core): (id: string) => string[] {
  const { site } = core;
  return correctionsInWords(corrections.isOn(site.config) ? planOf(corrections, core) : [], site);
}
