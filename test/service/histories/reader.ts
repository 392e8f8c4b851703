import { join } from 'node:path';
import { expect } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { hastyClock } from '../../client/start-client.ts';
import { filesIn } from '../../support/files-in.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runSync } from '../../sync/run-sync.ts';
import { apiKey } from '../start.ts';
import type { Model } from './expected.ts';
import type { World } from './operations/draw.ts';
import { type Past, pastSince, publicOf } from './past.ts';
import { planOf, reported } from './plan.ts';
import { type Files, readersOf } from './readers.ts';

export interface Reader extends AsyncDisposable {
  /** Checks that a sync reports and writes exactly the changes that readers can see. */
  expectPlan(): Promise<void>;
  /** Checks that a full sync changes nothing. */
  expectNothingMore(): Promise<void>;
}

/** A content folder, after a first sync. */
export async function startReader({ model, service }: World): Promise<Reader> {
  const lifetimes = new AsyncDisposableStack();
  const folder = join(lifetimes.use(await tempFolder()).path, 'content');
  const connection = { baseUrl: service.url, key: apiKey, auth: 'bearer' } as const;
  const client = lifetimes.use(
    createClient({ ...connection, clock: hastyClock(), random: () => 0 }),
  );
  let past: Past = { redirects: { releases: new Map(), milestones: new Map() }, moves: [] };
  const look = () => ({
    model: structuredClone(model),
    files: structuredClone(readersOf(model, past, service.url)),
  });
  let seen = look();
  const sync = async (over: { full?: boolean } = {}) => {
    const options = { client, assets: false, allowMassDelete: true, now: service.clock.now() };
    return reported(await runSync(service.url, folder, { ...options, ...over }));
  };
  await sync();
  let texts = await filesIn(folder);
  expectContent(withoutLog(texts), seen.files);
  await service.told();
  return {
    async expectPlan() {
      past = pastSince(seen.model, past, model);
      const [before, after] = [seen, look()];
      seen = after;
      const { written, removed, ...changes } = planOf(before, after);
      const report = await sync();
      expectWord(await service.told(), before.model, after.model, written);
      const last = texts;
      texts = await filesIn(folder);
      const isLogNew = texts[log] !== last[log];
      const files = { written: written.length + Number(isLogNew), removed: removed.length };
      expect(report).toEqual({ ...changes, files, warnings: [] });
      expect(changed(withoutLog(last), withoutLog(texts))).toEqual({ written, removed });
      if (written.length + removed.length > 0) expectContent(withoutLog(texts), after.files);
    },
    async expectNothingMore() {
      expect((await sync({ full: true })).files).toEqual({ written: 0, removed: 0 });
    },
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

/** Left out of comparisons, because the model does not know which releases were corrected. */
const log = 'release-log.json';

function withoutLog({ [log]: _, ...files }: Record<string, string>): Record<string, string> {
  return files;
}

/**
 * Checks that hooks hear of changes that readers see, and of no release or milestone that is
 * hidden.
 */
function expectWord(told: string[], before: Model, after: Model, written: string[]): void {
  if (written.length > 1) expect(told).not.toEqual([]);
  const seen = [before, after]
    .map(publicOf)
    .flatMap(({ releases, milestones }) => [
      ...releases.map(({ id }) => `release ${id}`),
      ...milestones.map(({ id }) => `milestone ${id}`),
    ]);
  const named = told.filter((one) => /^(?:release|milestone) /.test(one));
  expect(seen).toEqual(expect.arrayContaining(named));
}

function changed(before: Record<string, string>, after: Record<string, string>) {
  return {
    written: Object.keys(after)
      .filter((path) => after[path] !== before[path])
      .sort(),
    removed: Object.keys(before)
      .filter((path) => !(path in after))
      .sort(),
  };
}

function expectContent(texts: Record<string, string>, expected: Files): void {
  const { '.sync.json': _state, ...others } = texts;
  const found = Object.entries(others).map(([path, text]) => {
    const value = JSON.parse(Buffer.from(text, 'latin1').toString());
    return [path, simplified(path, value)] as const;
  });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(
      Object.entries(expected).map(([path, value]) => [path, simplified(path, value)]),
    ),
  );
}

/** Without values that are derived from texts, and without the times of moves. */
function simplified(path: string, value: unknown): unknown {
  if (path === 'roadmap-log.json')
    return (value as Past['moves'])
      .map(({ milestone, from, to }) => ({ milestone, from, to }))
      .toSorted((a, b) => Number(a.milestone > b.milestone) - Number(a.milestone < b.milestone));
  if (!path.includes('/')) return value;
  const { excerpt, groups, reading_minutes, ...rest } = value as Record<string, unknown>;
  return rest;
}
