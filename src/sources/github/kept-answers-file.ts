import { readFile } from 'node:fs/promises';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { toJsonText } from '../../lib/json.ts';
import { KeptAnswers } from './kept-answers.ts';

/** Drafts and private repositories may be in it. */
const ownerOnly = 0o600;

/**
 * Works with the answers in a file, and writes down what it added, also where it failed half-way;
 * where it did not, answers that it did not ask for again are dropped. A file that cannot be used
 * counts as empty: it only saves requests.
 * @param onUnwritable takes the error of a file that cannot be written; without it, it is thrown
 */
export async function withKeptAnswers<T>(
  file: string,
  work: (kept: KeptAnswers) => Promise<T>,
  onUnwritable?: (error: NodeJS.ErrnoException) => void,
): Promise<T> {
  const before = await readKept(file);
  const kept = { ...before };
  try {
    const result = await work(kept);
    // What was asked for again has been put in anew.
    for (const [url, answer] of Object.entries(before)) if (kept[url] === answer) delete kept[url];
    return result;
  } finally {
    const text = toJsonText(kept);
    if (text !== toJsonText(before)) {
      const writing = writeFileAtomically(file, text, ownerOnly);
      await (onUnwritable ? writing.catch(onUnwritable) : writing);
    }
  }
}

async function readKept(file: string): Promise<KeptAnswers> {
  try {
    return KeptAnswers.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}
