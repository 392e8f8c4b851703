import type { WorkspaceEntry } from '../../model/content/content.ts';

/**
 * An identifier (a URI of the scheme `tag`, RFC 4151) of the API's ids alone: no rename, no
 * change of slug or domain and no build makes readers fetch everything again as new.
 * @param parts such as `releases` and an id
 */
export function tagUri({ id }: WorkspaceEntry, ...parts: string[]): string {
  // Half a character cannot stand in a URI.
  const path = [id, ...parts].map((part) => encodeURIComponent(part.toWellFormed()));
  return `tag:waymark,2026:${path.join('/')}`;
}
