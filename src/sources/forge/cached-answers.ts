import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { toJsonText } from '../../lib/json.ts';

/** Answers by URL. The forge can confirm that they are unchanged (RFC 9110, 13.1.2). */
export const CachedAnswers = z.record(
  z.string(),
  z.object({
    etag: z.string(),
    /** URL of the next page, if there is one. */
    next: z.string().optional(),
    rows: z.array(z.unknown()),
  }),
);
export type CachedAnswers = z.infer<typeof CachedAnswers>;

/** Only the owner may read the file, because it may contain drafts and private repositories. */
const ownerOnly = 0o600;

/**
 * Runs `work` with the cached answers from a file, then saves the cache. New answers are saved even
 * if `work` fails; unused answers are dropped only if `work` succeeds. An unreadable file counts as
 * empty, because a missing cache only causes more requests.
 * @param onUnwritable called if the file cannot be written; without it, the error is thrown
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
    // Each answer that `work` requests again becomes a new object, so unchanged objects were not
    // used.
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
