// @module-tag soak

import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { hastyClock } from '../../client/start-client.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runSync } from '../../sync/run-sync.ts';
import { exportDataSet } from '../data-set/held-export.ts';
import { sample } from '../sample.ts';
import { apiKey, type Running } from '../start.ts';
import { migratedFile } from '../store.ts';
import { signedIn, startDesk, type Visitor } from './visitor.ts';

/** What the desk should have of a release. */
interface Expected {
  title: string;
  body: string;
  status: string;
  channels: string[] | undefined;
  is_public: boolean;
}
type Model = Map<string, Expected>;

type Action = (desk: { visitor: Visitor; service: Running; model: Model }) => Promise<void>;

const title = fc
  .string({ unit: 'grapheme', minLength: 3, maxLength: 12 })
  .map((text) => `T ${text.trim()} x`);
const body = fc.lorem({ maxCount: 3, mode: 'sentences' });
const channels = fc.subarray(['news', 'internal']);
const nth = fc.nat(20);

async function send(
  visitor: Visitor,
  id: string,
  values: Record<string, string | string[]>,
  end = '',
) {
  const path = `/desk/releases/${id}`;
  const form = (await visitor.get(path)).form(path);
  for (const [name, value] of Object.entries(values)) {
    form.delete(name);
    for (const one of [value].flat()) form.append(name, one);
  }
  const page = await visitor.post(path + end, form);
  expect(page.status, page.text).toBe(200);
}

const chosen = (model: Model, n: number) => [...model][n % model.size] ?? ['', undefined];

const writing: fc.Arbitrary<Action> = fc.tuple(title, body).map(
  ([title, body]): Action =>
    async ({ visitor, model }) => {
      const { html, form } = await visitor.get('/desk/new');
      const [, id = ''] = /<form action="\/desk\/releases\/([^"]+)"/.exec(html) ?? [];
      const filled = form(`/desk/releases/${id}`);
      filled.set('title', title);
      filled.set('body', body);
      filled.set('slug', `s-${id}`);
      // Sent twice, it is one release.
      for (const _ of [1, 2])
        expect((await visitor.post(`/desk/releases/${id}`, filled)).status).toBe(200);
      const html_ = `<p>${body}</p>`;
      model.set(id, {
        title: title.trim(),
        body: html_,
        status: 'DRAFT',
        channels: undefined,
        is_public: true,
      });
    },
);

const actions: fc.Arbitrary<Action> = fc.oneof(
  writing,
  fc.tuple(nth, title, fc.boolean()).map(
    ([n, title, is_public]): Action =>
      async ({ visitor, model }) => {
        const [id, one] = chosen(model, n);
        if (!one) return;
        await send(visitor, id, { title, is_public: is_public ? ['on'] : [] });
        Object.assign(one, { title: title.trim(), is_public });
      },
  ),
  fc.tuple(nth, channels).map(
    ([n, channels]): Action =>
      async ({ visitor, model }) => {
        const [id, one] = chosen(model, n);
        if (!one || one.status === 'RELEASED') return;
        await send(visitor, id, { do: 'now', channels }, '/publish');
        Object.assign(one, { status: 'RELEASED', channels });
      },
  ),
  fc.tuple(nth, channels).map(
    ([n, channels]): Action =>
      async ({ visitor, model }) => {
        const [id, one] = chosen(model, n);
        if (!one || one.status === 'RELEASED') return;
        await send(
          visitor,
          id,
          { do: 'at', at: '2031-05-05T09:00', zone: 'Asia/Tokyo', channels },
          '/publish',
        );
        Object.assign(one, { status: 'SCHEDULED', channels });
      },
  ),
  nth.map(
    (n): Action =>
      async ({ visitor, model }) => {
        const [id, one] = chosen(model, n);
        if (one?.status !== 'SCHEDULED') return;
        await send(visitor, id, { do: 'back' }, '/publish');
        one.status = 'DRAFT';
      },
  ),
  nth.map(
    (n): Action =>
      async ({ service, model }) => {
        const [id, one] = chosen(model, n);
        if (!one || one.status === 'RELEASED') return;
        await service.send('POST', `/v1/releases/${id}/publish`);
        Object.assign(one, { status: 'RELEASED', channels: [] });
      },
  ),
  fc.tuple(nth, channels).map(
    ([n, channels]): Action =>
      async ({ visitor, model }) => {
        const [id, one] = chosen(model, n);
        if (one?.status !== 'RELEASED' || one.channels?.length) return;
        await send(visitor, id, { do: 'announce', channels }, '/publish');
        one.channels = channels;
      },
  ),
);

/** The releases that readers see, by slug. */
function visibleIn(model: Model): Map<string, Expected> {
  const all = [...structuredClone(model)].map(([id, one]) => [`s-${id}`, one] as const);
  return new Map(all.filter(([, one]) => one.status === 'RELEASED' && one.is_public));
}

/** What a sync should report, by slug. */
function planOf(before: Map<string, Expected>, after: Map<string, Expected>) {
  const both = [...after.keys()].filter((slug) => before.has(slug));
  return {
    added: [...after.keys()].filter((slug) => !before.has(slug)).sort(),
    changed: both.filter((slug) => !isDeepStrictEqual(before.get(slug), after.get(slug))).sort(),
    removed: [...before.keys()].filter((slug) => !after.has(slug)).sort(),
  };
}

test('after random actions, the releases are those of a model, an import of an export is equal, and a sync finds exactly that change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(writing, fc.array(actions, { minLength: 4, maxLength: 12 })),
      async ([first, rest]) => {
        await using service = await startDesk({ data: { ...sample(), releases: [] } });
        const visitor = await signedIn(service);
        const model: Model = new Map();
        await using folder = await tempFolder();
        for (const action of [first, ...rest]) {
          const before = visibleIn(model);
          service.clock.advance(1000);
          await action({ visitor, service, model });
          const options = {
            key: apiKey,
            auth: 'bearer',
            clock: hastyClock(),
            random: () => 0,
          } as const;
          await using client = createClient({ ...options, baseUrl: service.url });
          const { releases } = await runSync(service.url, join(folder.path, 'content'), {
            ...{ client, assets: false, allowMassDelete: true, now: service.clock.now() },
          });
          const { added, changed, removed } = releases;
          expect({
            added: added.toSorted(),
            changed: changed.toSorted(),
            removed: removed.toSorted(),
          }).toEqual(planOf(before, visibleIn(model)));
          const exported = await exportDataSet(service.db);
          const found = exported.data.releases.map(
            ({ id, title, body, status, channels, is_public }) => [
              id,
              { title, body, status, channels, is_public },
            ],
          );
          expect(new Map(found as [string, Expected][])).toEqual(model);
          await using store = await migratedFile();
          await using fresh = await openDatabase(store.location);
          await importDataSet(fresh.db, exported.data, []);
          expect((await exportDataSet(fresh.db)).data.releases).toEqual(exported.data.releases);
        }
      },
    ),
    { numRuns: fuzzRuns(8) },
  );
}, 600_000);
