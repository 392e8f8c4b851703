import { correctionsInWords } from '../../features/corrections/correction-words.ts';
import { corrections } from '../../features/corrections/feature.ts';
import type { Core } from '../../features/feature.ts';
import { planOf } from '../../features/registry.ts';

/** A release's corrections for `ReleaseFoot`, by the release's id. */
export function releaseCorrections(core: Core): (id: string) => string[] {
  const { site } = core;
  return correctionsInWords(corrections.isOn(site.config) ? planOf(corrections, core) : [], site);
}
