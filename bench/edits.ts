import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toJsonText } from '../src/lib/json.ts';
import { LabelEntry, ReleaseEntry } from '../src/model/content/content.ts';

/** Changes a content folder as a sync would, and returns a function that reverts the change. */
type Edit = (contentDir: string, round: number) => () => void;

export const edits: Record<string, Edit> = {
  'one edited release': (contentDir, round) => {
    const file = someRelease(contentDir);
    return rewritten(file, (entry) => ({ ...entry, body: `${entry.body}<p>Round ${round}</p>` }));
  },
  'one new release': (contentDir, round) => {
    const entry = read(someRelease(contentDir));
    const slug = `newest-${round}`;
    const file = join(contentDir, 'releases', `${slug}.json`);
    const released_at = '2026-01-01T00:00:00.000Z';
    write(file, { ...entry, id: `new_${round}`, slug, title: `Newest ${round}`, released_at });
    return () => rmSync(file);
  },
  'one deleted release': (contentDir) => {
    const file = someRelease(contentDir);
    const entry = read(file);
    rmSync(file);
    return () => write(file, entry);
  },
  'one new label': (contentDir, round) => {
    const table = join(contentDir, 'labels.json');
    const before = readFileSync(table, 'utf8');
    const labels = LabelEntry.array().parse(JSON.parse(before));
    const id = `lbl_new_${round}`;
    const label = { id, slug: `new-${round}`, name: `New ${round}`, color: labels[0]?.color };
    writeFileSync(table, toJsonText([...labels, label]));
    const undo = rewritten(someRelease(contentDir), (entry) => ({
      ...entry,
      labels: [...entry.labels, id],
    }));
    return () => {
      undo();
      writeFileSync(table, before);
    };
  },
  'nothing changed': () => () => {},
};

/** Returns the file of a release from the middle of the history, the same at every call. */
function someRelease(contentDir: string): string {
  const names = readdirSync(join(contentDir, 'releases'));
  return join(contentDir, 'releases', `release-${Math.floor(names.length / 2)}.json`);
}

function rewritten(file: string, change: (entry: ReleaseEntry) => ReleaseEntry): () => void {
  const entry = read(file);
  write(file, change(entry));
  return () => write(file, entry);
}

function read(file: string): ReleaseEntry {
  return ReleaseEntry.parse(JSON.parse(readFileSync(file, 'utf8')));
}

function write(file: string, entry: ReleaseEntry): void {
  writeFileSync(file, toJsonText(entry));
}
