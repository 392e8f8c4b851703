import type { Waiting } from '../lib/files/lock.ts';
import { assetSizes } from '../store/assets.ts';
import { lockContent } from '../store/lock.ts';
import { awaitJournal } from '../store/read/read-consistently.ts';
import { readContent } from '../store/read/read-content.ts';
import { recover } from '../store/write/apply.ts';
import { refuseForeign } from '../store/write/refuse-foreign.ts';
import { type Trusted, trusted } from './plan/trusted.ts';

interface OpenOptions extends Waiting {
  contentDir: string;
  /** Reads alone: takes no lock, and finishes nothing. */
  dryRun: boolean;
  /** The API's origin. */
  api: string;
}

/** The API's workspace, and the content as it stands; nobody else changes that until disposed. */
export interface Opened<W> extends Disposable {
  workspace: W;
  before: Trusted;
}

/**
 * Takes the content folder's lock: from before it is read until it is changed, as changes are
 * right for nothing but what was read.
 * @throws WaymarkError when the folder is somebody else's; whatever `readWorkspace` throws, and
 *   nothing was made on the disk then
 */
export async function openContent<W>(
  readWorkspace: () => Promise<W>,
  options: OpenOptions,
): Promise<Opened<W>> {
  let workspace = await readWorkspace();
  await refuseForeign(options.contentDir);
  let waited = false;
  const onWait = (who: string) => {
    waited = true;
    options.onWait?.(who);
  };
  const { signal } = options;
  const waiting = { onWait, ...(signal && { signal }) };
  using lifetime = new DisposableStack();
  if (!options.dryRun) lifetime.use(await lockContent(options.contentDir, waiting));
  const before = await readTrusted({ ...options, onWait });
  // What another sync wrote meanwhile may come from a newer one.
  if (waited) workspace = await readWorkspace();
  const held = lifetime.move();
  return { workspace, before, [Symbol.dispose]: () => held.dispose() };
}

async function readTrusted(options: OpenOptions): Promise<Trusted> {
  const { contentDir, dryRun, api } = options;
  if (dryRun) await awaitJournal(contentDir, options, true);
  else await recover(contentDir);
  const damaged = new Map<string, unknown>();
  const content = await readContent(contentDir, (path, why) => damaged.set(path, why));
  return trusted({ content, damaged, sizes: await assetSizes(contentDir) }, api);
}
