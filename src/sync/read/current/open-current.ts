import { rm } from 'node:fs/promises';
import type { Waiting } from '../../../lib/files/lock.ts';
import { assetSizes } from '../../../store/assets.ts';
import { downloadsFolder } from '../../../store/layout.ts';
import { lockContent } from '../../../store/lock.ts';
import { awaitJournal } from '../../../store/read/read-consistently.ts';
import { readContent } from '../../../store/read/read-content.ts';
import { recover } from '../../../store/write/apply.ts';
import { refuseForeign } from '../../../store/write/refuse-foreign.ts';
import { trustContent, trustState } from './trust-content.ts';

interface OpenOptions extends Waiting {
  contentDir: string;
  /**
   * Whether nothing will be written, so that no lock is taken and no interrupted write is finished.
   */
  dryRun?: boolean;
  /** The API's origin. */
  api: string;
  /** If given, only the entries of these releases are read. */
  ids?: readonly string[] | undefined;
}

/**
 * Opens the content folder. Takes the lock before reading the folder, because a plan is only valid
 * for the content it was made from.
 * @param lifetime holds the lock
 * @throws WaymarkError if the folder belongs to another program
 */
export async function openCurrent(options: OpenOptions, lifetime: DisposableStack) {
  const { contentDir, dryRun, api, ids } = options;
  // A sync by id reads the state before it writes anything, and a foreign folder has none.
  if (!ids) await refuseForeign(contentDir);
  let waited = false;
  const onWait = (who: string) => {
    waited = true;
    options.onWait?.(who);
  };
  if (dryRun) await awaitJournal(contentDir, { ...options, onWait }, true);
  else {
    lifetime.use(await lockContent(contentDir, { ...options, onWait }));
    await recover(contentDir);
    await rm(downloadsFolder(contentDir), { recursive: true, force: true });
  }
  const damaged = new Map<string, unknown>();
  const content = await readContent(contentDir, (path, why) => damaged.set(path, why), ids);
  const before = ids
    ? trustState(content, damaged)
    : trustContent(content, damaged, await assetSizes(contentDir), api);
  return { before, waited };
}
