import { join } from 'node:path';
import { command } from '../lib/processes/command.ts';
import { SyncState } from '../model/content/sync-state.ts';
import { WaymarkError } from '../model/errors.ts';
import { readIfThere } from './content-file.ts';
import { tableFiles } from './layout.ts';

const path = tableFiles.redirects;
/** The fields of the state that this check needs. */
const Written = SyncState.pick({ files: true, redirects: true });

/**
 * Checks `redirects.json` before a build uses it.
 * @throws WaymarkError if the file was written by another program
 */
export async function refuseForeignRedirectsIn(contentDir: string): Promise<void> {
  if ((await readIfThere(join(contentDir, path))) === undefined) return;
  const state = writtenState(await readIfThere(join(contentDir, tableFiles.state)));
  refuseForeignRedirects(state, 'build');
}

/**
 * Checks that sync wrote the existing `redirects.json`.
 * @param again the command that the user should run again after an error
 * @throws WaymarkError if the file was written by another program
 */
export function refuseForeignRedirects(
  state: Pick<SyncState, 'files' | 'redirects'> | undefined,
  again: 'sync' | 'build',
): void {
  const { files = {}, redirects } = state ?? {};
  // State from older versions has no list of files, so it does not show who wrote this file.
  const isKnown = Object.hasOwn(files, tableFiles.workspace) && !Object.hasOwn(files, path);
  if (!isKnown || redirects) return;
  throw new WaymarkError(
    `${path} is in the content folder, but no sync wrote it. Nothing was changed.\nMove it away, then run ${command(again)} again.`,
  );
}

/** Parses the state. Invalid state counts as missing here, because the next sync reports it. */
function writtenState(text: string | undefined) {
  try {
    return Written.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}
