import { readFile } from 'node:fs/promises';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { toJsonText } from '../../lib/json.ts';
import { KeptAnswers } from '../../sources/github/kept-answers.ts';

/** Drafts and private repositories may be in it. */
const ownerOnly = 0o600;

/**
 * Works with the answers that stand beside a data set, and writes down what it added, also where it
 * failed half-way. A file that cannot be used counts as none: it only saves requests.
 */
export async function withKeptAnswers<T>(
  dataSet: string,
  work: (kept: KeptAnswers) => Promise<T>,
): Promise<T> {
  const file = `${dataSet}.http.json`;
  const kept = await readKept(file);
  const before = toJsonText(kept);
  try {
    return await work(kept);
  } finally {
    const text = toJsonText(kept);
    if (text !== before) await writeFileAtomically(file, text, ownerOnly);
  }
}

async function readKept(file: string): Promise<KeptAnswers> {
  try {
    return KeptAnswers.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}
