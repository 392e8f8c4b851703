import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { toJsonText } from '../../lib/json.ts';

/** Answers that GitHub may confirm as unchanged (RFC 9110, 13.1.2), by URL. */
export const CachedAnswers = z.record(
  z.string(),
  z.object({
    etag: z.string(),
    /** URL of the next page. */
    next: z.string().optional(),
    rows: z.array(z.unknown()),
  }),
);
export type CachedAnswers = z.infer<typeof CachedAnswers>;

/** The file may contain drafts and private repositories. */
const ownerOnly = 0o600;

/**
 * Runs `work` with the answers cached in a file, then saves them: with new ones even if `work`
 * failed, and without unused ones if it did not. An unreadable file counts as empty, as it only
 * saves requests.
 * @param onUnwritable called when the file cannot be written, instead of throwing
 */
export async function withCachedAnswers<T>(
  file: string,
  work: (cached: CachedAnswers) => Promise<T>,
  onUnwritable?: (error: NodeJS.ErrnoException) => void,
): Promise<T> {
  const before = await readCache(file);
  const cached = { ...before };
  try {
    const result = await work(cached);
    // Answers that were requested again are new objects.
    for (const [url, answer] of Object.entries(before))
      if (cached[url] === answer) delete cached[url];
    return result;
  } finally {
    const text = toJsonText(cached);
    if (text !== toJsonText(before)) {
      const writing = writeFileAtomically(file, text, ownerOnly);
      await (onUnwritable ? writing.catch(onUnwritable) : writing);
    }
  }
}

async function readCache(file: string): Promise<CachedAnswers> {
  try {
    return CachedAnswers.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}
