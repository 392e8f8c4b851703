import type { EntryKind } from '../../../../src/model/content/entry-kinds.ts';
import type { Source, SourceRow, UnreadableEntry } from '../../../../src/sources/source.ts';
import { SourceError } from '../../../../src/sources/source.ts';
import type { SyncOptions } from '../../../../src/sync/session.ts';
import type { Row } from '../../../support/rows.ts';
import type { Script } from '../../../support/scripted-api.ts';
import { type BriefReport, type Synced, startSync } from '../../run-sync.ts';

/** A source in memory; a test changes it between syncs. */
interface MemorySource extends Source {
  releases: Row[];
  milestones: Row[];
  unreadable: UnreadableEntry[];
  undated: Set<string>;
  failure: Error | undefined;
}

export function memorySource(name: string, rows: Partial<Record<EntryKind, Row[]>> = {}) {
  const source: MemorySource = {
    name,
    releases: [],
    milestones: [],
    unreadable: [],
    undated: new Set(),
    failure: undefined,
    ...rows,
    read: async () => {
      if (source.failure) throw source.failure;
      const { releases, milestones, unreadable, undated } = source;
      const each = (all: Row[]) => structuredClone(all) as unknown as SourceRow[];
      return {
        releases: each(releases),
        milestones: each(milestones),
        unreadable: [...unreadable],
        undated: new Set(undated),
        notes: [],
        leftOut: 0,
      };
    },
  };
  return source;
}

export const down = new SourceError('The network is down.');

export interface SyncedSources extends AsyncDisposable {
  /** The scripted API, which a test may use as another source. */
  api: Synced['api'];
  script: Script;
  folder: string;
  content: Synced['content'];
  /** The zone in `sources.yaml`; a test may change it. */
  timeZone: string;
  /** Runs one sync of these sources into the folder. */
  sync(sources: readonly (Source | 'api')[], over?: Partial<SyncOptions>): Promise<BriefReport>;
  /** Runs one sync of the API alone. */
  syncApi: Synced['run'];
}

/** The workspace in `sources.yaml`, which is the same as the scripted API's. */
const workspace = { id: 'w-1', name: 'Sample' };

export async function startSources(script: Partial<Script> = {}): Promise<SyncedSources> {
  const it = await startSync(script);
  const download = async () => ({ kind: 'unusable' as const, why: 'not asked in this test' });
  const started: SyncedSources = {
    timeZone: 'UTC',
    api: it.api,
    script: it.script,
    folder: it.folder,
    content: it.content,
    sync: (sources, over) =>
      it.run({ sources: { workspace, timeZone: started.timeZone, sources, download }, ...over }),
    syncApi: it.run,
    [Symbol.asyncDispose]: () => it[Symbol.asyncDispose](),
  };
  return started;
}
