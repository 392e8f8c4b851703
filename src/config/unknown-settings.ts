import { didYouMean } from '../lib/text/did-you-mean.ts';
import { definitions } from './settings.ts';
import { isSourceToken } from './source-settings.ts';

/**
 * A sentence for each name in `.env` that looks like a misspelled setting. Other programs may read
 * the same file, so a name that resembles no setting, or one that is set as well, is no problem.
 */
export function unknownSettings(file: string, names: readonly string[]): string[] {
  const known = Object.keys(definitions);
  const missing = known.filter((name) => !names.includes(name));
  return names.flatMap((name) => {
    // Names in `announce.yaml` and `sources.yaml` are free.
    const isFree = known.includes(name) || name.startsWith('ANNOUNCE_') || isSourceToken(name);
    const hint = isFree ? '' : didYouMean([name], missing);
    return hint ? [`${file} sets ${name}, which is not a setting${hint}`] : [];
  });
}
