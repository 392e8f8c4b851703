import type { WorkspaceEntry } from '../../model/content/content.ts';

/**
 * A `tag` URI (RFC 4151) made only from ids of the API. A new name, slug or domain does not change
 * the URI, so feed readers do not show old items as new.
 * @param parts such as `releases` and an id
 */
export function tagUri({ id }: WorkspaceEntry, ...parts: string[]): string {
  // `encodeURIComponent` throws on lone surrogates.
  const path = [id, ...parts].map((part) => encodeURIComponent(part.toWellFormed()));
  return `tag:waymark,2026:${path.join('/')}`;
}
