import type { Waiting } from '../../../lib/files/lock.ts';
import { assetSizes } from '../../../store/assets.ts';
import { lockContent } from '../../../store/lock.ts';
import { awaitJournal } from '../../../store/read/read-consistently.ts';
import { readContent } from '../../../store/read/read-content.ts';
import { recover } from '../../../store/write/apply.ts';
import { refuseForeign } from '../../../store/write/refuse-foreign.ts';
import { type TrustedContent, trustContent } from './trusted.ts';

interface OpenOptions extends Waiting {
  contentDir: string;
  /**
   * Whether nothing will be written, so that no lock is taken and no interrupted write is finished.
   */
  dryRun: boolean;
  /** The API's origin. */
  api: string;
}

/**
 * Opens the API's workspace and the content folder, which is locked until the result is disposed.
 * Takes the lock before reading the folder, because a plan is only valid for the content it was
 * made from. Errors of `readWorkspace` are thrown before anything is created on disk.
 * @throws WaymarkError if the folder belongs to another program
 */
export async function openContent<W>(readWorkspace: () => Promise<W>, options: OpenOptions) {
  let workspace = await readWorkspace();
  await refuseForeign(options.contentDir);
  let waited = false;
  const onWait = (who: string) => {
    waited = true;
    options.onWait?.(who);
  };
  const opening = { ...options, onWait };
  using lifetime = new DisposableStack();
  if (!options.dryRun) lifetime.use(await lockContent(options.contentDir, opening));
  const before = await readTrusted(opening);
  // Another sync held the lock and may have used a newer workspace, so the workspace is read again.
  if (waited) workspace = await readWorkspace();
  const held = lifetime.move();
  return { workspace, before, [Symbol.dispose]: () => held.dispose() };
}

async function readTrusted(options: OpenOptions): Promise<TrustedContent> {
  const { contentDir, dryRun, api } = options;
  if (dryRun) await awaitJournal(contentDir, options, true);
  else await recover(contentDir);
  const damaged = new Map<string, unknown>();
  const content = await readContent(contentDir, (path, why) => damaged.set(path, why));
  return trustContent({ content, damaged, sizes: await assetSizes(contentDir) }, api);
}
