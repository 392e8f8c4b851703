import { token } from '../../config/setting-schemas.ts';
import type { Env } from '../../config/settings.ts';
import { SettingsError } from '../../model/errors.ts';

export type ReadToken = ReturnType<typeof createTokenReader>;

const Token = token().optional();

/**
 * Creates the reader of the tokens of all sources, which makes sure that each is sent to one host.
 * @param describe says how another setting is named
 */
export function createTokenReader(
  tokens: Env,
  describe = (other: string) => `with "token: ${other}" in its entry of sources.yaml`,
) {
  const hosts = new Map<string, string>();
  /**
   * Reads the token in the setting `name`, for a source whose API is at `address`.
   * @throws SettingsError if the token is unusable, or was read for another host
   */
  return (name: string, address: string) => {
    const { success, data } = Token.safeParse(tokens[name] || undefined);
    if (!success)
      throw new SettingsError(`${name} is not usable: expected a token without spaces.`);
    const { host } = new URL(address);
    const first = hosts.get(name) ?? host;
    hosts.set(name, first);
    if (data !== undefined && first !== host)
      throw new SettingsError(
        `${name} would be sent to ${first} and to ${host}. Give one of them a token of its own, ${describe(`${name}_OTHER`)}; without this setting in .env, it is read without a token.`,
      );
    return data;
  };
}
