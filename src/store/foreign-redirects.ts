import { join } from 'node:path';
import { command } from '../lib/processes/command.ts';
import { SyncState } from '../model/content/sync-state.ts';
import { WaymarkError } from '../model/errors.ts';
import { readIfThere } from './content-file.ts';
import { tableFiles } from './layout.ts';

const path = tableFiles.redirects;
/** The little of the state that tells: the rest of it is long. */
const Written = SyncState.pick({ files: true, redirects: true });

/**
 * Refuses a `redirects.json` that no sync wrote, before a build makes pages of it.
 * @throws WaymarkError where it is one
 */
export async function refuseForeignRedirectsIn(contentDir: string): Promise<void> {
  if ((await readIfThere(join(contentDir, path))) === undefined) return;
  const state = writtenState(await readIfThere(join(contentDir, tableFiles.state)));
  refuseForeignRedirects(state, 'build');
}

/**
 * For content that has a `redirects.json`.
 * @param command what runs again once it is moved away
 * @throws WaymarkError where a sync wrote down that there is none, and somebody made one since
 */
export function refuseForeignRedirects(
  state: Pick<SyncState, 'files' | 'redirects'> | undefined,
  again: 'sync' | 'build',
): void {
  const { files = {}, redirects } = state ?? {};
  // Content of before files were written down says nothing of any.
  const isKnown = Object.hasOwn(files, tableFiles.workspace) && !Object.hasOwn(files, path);
  if (!isKnown || redirects) return;
  throw new WaymarkError(
    `${path} is in the content folder, but no sync wrote it: it was left as it is, and nothing else was touched.\nMove it away, then run ${command(again)} again.`,
  );
}

/** Undefined where it is not what a sync writes: that is for the next sync to say. */
function writtenState(text: string | undefined) {
  try {
    return Written.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}
