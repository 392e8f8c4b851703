import type { Env } from '../../config/settings.ts';
import { sourceSettings } from '../../config/source-settings.ts';
import { type ForgejoEntry, placeOf, type SourceEntry } from '../../config/sources-file.ts';
import { SettingsError } from '../../model/errors.ts';
import { forgejoAt } from './forgejo.ts';

/**
 * The forge of a source, the name of its repository and its token.
 * @throws SettingsError if the token is not usable
 */
export function openForgejo(entry: ForgejoEntry, tokens: Env) {
  const { instance, repository } = placeOf(entry);
  const name = entry.token;
  const { success, data: token } = sourceSettings.FORGEJO_TOKEN.schema.safeParse(
    tokens[name] || undefined,
  );
  if (!success) throw new SettingsError(`${name} is not usable: expected a token without spaces.`);
  return { forge: forgejoAt(instance, name), repository, baseUrl: `${instance}/api/v1`, token };
}

/**
 * Makes sure that each token is sent to one host.
 * @param how gives one of them another token
 * @throws SettingsError
 */
export function assertOneHostEach(
  entries: readonly SourceEntry[],
  tokens: Env,
  how = 'with "token: FORGEJO_TOKEN_OTHER" below its address in sources.yaml',
): void {
  const own = entries.filter((entry) => 'forgejo' in entry);
  for (const [name, ofToken] of Map.groupBy(own, ({ token }) => token)) {
    const [first, other] = new Set(ofToken.map(({ forgejo }) => new URL(forgejo).host));
    if (tokens[name] && other !== undefined)
      throw new SettingsError(
        `${name} would be sent to ${first} and to ${other}. Give one of them a token of its own, ${how}; without this setting in .env, it is read without a token.`,
      );
  }
}
