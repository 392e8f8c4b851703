import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ownFilesName, ownFilesText } from '../publish/generations/own-files.ts';
import { pruneOutput } from './prune-output.ts';
import { type BuildPart, type RenderOptions, runPart, untilAlone } from './run-part.ts';
import { documentsIn } from './write-documents.ts';

const parts = ['pages', 'documents'] as const satisfies BuildPart[];

/**
 * Renders the content into `site`, over what an earlier run left there, its pages and its documents
 * at the same time; removes what neither gives any more, and lists in it what is left.
 * @param begin does what can be done with the documents, and what is there of the pages by then
 * @throws WaymarkError with what went wrong, when nothing writes there any more
 */
export async function renderSite(
  site: string,
  options: RenderOptions,
  begin: () => Promise<void>,
): Promise<void> {
  const lockOf = (part: BuildPart) => `${dirname(site)}.${part}.lock`;
  for (const part of parts) await untilAlone(lockOf(part));
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
  const running = parts.map(async (part) => {
    try {
      await runPart(part, site, { ...options, signal, lockFile: lockOf(part) });
      if (part === 'documents') await begin();
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  });
  await Promise.allSettled(running);
  options.signal?.throwIfAborted();
  // The first to fail ends the other: what that says of it tells nobody anything.
  if (failed.signal.aborted) throw failed.signal.reason;
  const cacheDir = join(dirname(site), '.cache/astro');
  const left = await pruneOutput(site, cacheDir, await documentsIn(site));
  await writeFile(join(site, ownFilesName), ownFilesText(left));
}
