import { contentVersion } from '../model/content/content-version.ts';
import { WaymarkError } from '../model/errors.ts';

/** Content that a newer Waymark wrote: it is not damaged, and stays as it is. */
export class NewerContentError extends WaymarkError {}

/** @param workspace what `workspace.json` holds, whatever it is @throws NewerContentError */
export function assertReadable(contentDir: string, workspace: unknown): void {
  const version = (workspace as { content_version?: unknown } | null)?.content_version;
  if (typeof version === 'number' && version > contentVersion)
    throw new NewerContentError(
      `${contentDir} holds content of version ${version}, and this Waymark reads version ${contentVersion} at most: update it, or set CONTENT_DIR to another folder.`,
    );
}
