import { type ForgejoEntry, placeOf } from '../../config/sources-file.ts';
import type { ReadToken } from '../forge/token-reader.ts';
import { forgejoAt } from './forgejo.ts';

/** The forge of a source, the name of its repository and its token. */
export function openForgejo(entry: ForgejoEntry, readToken: ReadToken) {
  const { instance, repository } = placeOf(entry);
  const token = readToken(entry.token, instance);
  const forge = forgejoAt(instance, entry.token);
  return { forge, repository, baseUrl: `${instance}/api/v1`, token };
}
