import { correctionsInWords } from '../../features/corrections/correction-words.ts';
import { corrections } from '../../features/corrections/feature.ts';
import type { Core } from '../../features/feature.ts';
import { planOf } from '../../features/registry.ts';

/**
 * Returns a function that looks up the corrections of a release by its id, as HTML for
 * `ReleaseFoot`.
 */
export function releaseCorrections(core: Core): (id: string) => string[] {
  const { site, correctedChanges } = core;
  const shown = corrections.isOn(site.config) ? planOf(corrections, core) : [];
  return correctionsInWords(shown, site, correctedChanges);
}
