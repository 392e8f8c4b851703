import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toJsonText } from '../../src/lib/json.ts';
import { searchCorpus } from './search-corpus.ts';

const sample = fileURLToPath(new URL('../../content', import.meta.url));

/** Adds the sample's content and the search corpus to a content folder. */
export function writeCorpus(contentDir: string): void {
  const corpus = searchCorpus();
  for (const kind of ['releases', 'milestones'] as const) {
    cpSync(join(sample, kind), join(contentDir, kind), { recursive: true });
    for (const entry of corpus[kind])
      writeFileSync(join(contentDir, kind, `${entry.slug}.json`), toJsonText(entry));
  }
  cpSync(join(sample, 'assets'), join(contentDir, 'assets'), { recursive: true });
  for (const kind of ['projects', 'labels'] as const) {
    const file = `${kind}.json`;
    const all = [contentDir, sample].flatMap((folder) => readJson(join(folder, file)));
    writeFileSync(join(contentDir, file), toJsonText([...all, ...corpus[kind]]));
  }
  const workspace = join(contentDir, 'workspace.json');
  const [own, its] = [workspace, join(sample, 'workspace.json')].map(readJson);
  const both = [...own.change_types, ...its.change_types];
  const change_types = [...new Map(both.map((type) => [type.slug, type])).values()];
  writeFileSync(workspace, toJsonText({ ...own, change_types, status_types: its.status_types }));
}

// biome-ignore lint/suspicious/noExplicitAny: the store parses what is written.
function readJson(file: string): any {
  return JSON.parse(readFileSync(file, 'utf8'));
}
