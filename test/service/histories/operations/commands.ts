import fc from 'fast-check';
import { expect } from 'vitest';
import type { Kind } from '../../../../src/service/resources/kinds/kind.ts';
import type { Managed, Removal } from '../../../../src/service/resources/kinds/manage.ts';
import type { Model } from '../expected.ts';
import { type Operation, operation, pick, ref, type World } from './draw.ts';

// Commands on items of one kind (docs/service.md, "What commands can do").

/** How to draw an item of a kind, and what a command does to the model. */
export interface Part<T extends { id: string }, Drawn, Given extends object> {
  kind: Kind<T, Given>;
  drawn: fc.Arbitrary<Drawn>;
  all: (model: Model) => Map<string, object>;
  /** Turns drawn values into the input of a command. */
  given: (model: Model, drawn: Partial<Drawn>) => Partial<Given>;
  /** The names of fields that are invalid whatever the model has. */
  malformed: (given: Partial<Given>) => string[];
  /** The names of fields that are invalid because of what the model has. */
  wrong: (model: Model, writing: { id: string; given: Partial<Given> }) => string[];
  /**
   * Applies a command to the model; `thing` is the service's item, some of whose ids are random.
   */
  write: (world: World, writing: { id: string; given: Partial<Given>; thing: T }) => void;
  /** Missing for kinds to which no other item refers. */
  uses?: {
    count: (model: Model, id: string) => number;
    move: (world: World, from: string, to: string) => void;
    drop: (world: World, id: string) => void;
  };
  remove?: (model: Model, id: string) => void;
}

export function commandsOf<T extends { id: string }, Drawn extends object, Given extends object>(
  part: Part<T, Drawn, Given>,
): fc.Arbitrary<Operation> {
  const { one } = part.kind;
  const [added, edited, removed] = [
    operation(`add a ${one}`, fc.record({ id: fc.nat(30), drawn: part.drawn }), (world, given) =>
      add(part, world, given),
    ),
    operation(
      `edit a ${one}`,
      fc.record({
        of: ref,
        drawn: fc
          .tuple(part.drawn, fc.integer({ min: 1, max: 4095 }))
          .map(([drawn, some]) => partOf(drawn, some)),
      }),
      (world, given) => edit(part, world, given),
    ),
    operation(`remove a ${one}`, fc.record({ of: ref, removal }), (world, given) =>
      remove(part, world, given),
    ),
  ];
  return fc.oneof(
    { weight: 4, arbitrary: added },
    { weight: 6, arbitrary: edited },
    { weight: 3, arbitrary: removed },
  );
}

const removal = fc.oneof(
  fc.constant({}),
  fc.record({ moveTo: ref }),
  fc.constant({ withAll: true }),
);
type DrawnRemoval = { moveTo?: number; withAll?: boolean };

async function add<T extends { id: string }, Drawn, Given extends object>(
  part: Part<T, Drawn, Given>,
  world: World,
  { id: n, drawn }: { id: number; drawn: Drawn },
): Promise<void> {
  const { model, service } = world;
  const id = `new-${n}`;
  const given = part.given(model, drawn as Partial<Drawn>);
  const isTaken = part.all(model).has(id);
  const writing = { id, given };
  const outcome = outcomeOf(part, model, writing, isTaken ? 'taken' : undefined);
  const done = await service.add(part.kind, id, given);
  expectOutcome(done, outcome);
  if (done.kind === 'done') part.write(world, { ...writing, thing: done.thing });
}

async function edit<T extends { id: string }, Drawn, Given extends object>(
  part: Part<T, Drawn, Given>,
  world: World,
  { of, drawn }: { of: number; drawn: Partial<Drawn> },
): Promise<void> {
  const { model, service } = world;
  const id = pick(part.all(model).keys(), of);
  const given = part.given(model, drawn);
  const isThere = part.all(model).has(id);
  const writing = { id, given };
  const outcome = outcomeOf(part, model, writing, isThere ? undefined : 'missing');
  const done = await service.edit(part.kind, id, given);
  expectOutcome(done, outcome);
  if (done.kind === 'done') part.write(world, { ...writing, thing: done.thing });
}

async function remove<T extends { id: string }, Drawn, Given extends object>(
  part: Part<T, Drawn, Given>,
  world: World,
  { of, removal }: { of: number; removal: DrawnRemoval },
): Promise<void> {
  const { model, service } = world;
  const all = part.all(model);
  const id = pick(all.keys(), of);
  const moveTo = removal.moveTo === undefined ? undefined : pick(all.keys(), removal.moveTo);
  const how: Removal = part.uses ? { moveTo, withAll: removal.withAll } : {};
  const outcome = removed(part, world, id, how);
  expect((await service.remove(part.kind, id, how)).kind).toBe(outcome);
}

function removed<T extends { id: string }, Drawn, Given extends object>(
  { uses, ...part }: Part<T, Drawn, Given>,
  world: World,
  id: string,
  { moveTo, withAll }: Removal,
): string {
  const { model } = world;
  const all = part.all(model);
  if (!all.has(id)) return 'missing';
  if (moveTo !== undefined) {
    if (!all.has(moveTo) || moveTo === id) return 'no-target';
    uses?.move(world, id, moveTo);
  } else if (withAll) uses?.drop(world, id);
  else if (uses && uses.count(model, id) > 0) return 'used';
  if (part.remove) part.remove(model, id);
  else all.delete(id);
  return 'done';
}

type Outcome = 'done' | 'taken' | 'missing' | string[];

function outcomeOf<T extends { id: string }, Drawn, Given extends object>(
  part: Part<T, Drawn, Given>,
  model: Model,
  writing: { id: string; given: Partial<Given> },
  standing: 'taken' | 'missing' | undefined,
): Outcome {
  const malformed = part.malformed(writing.given);
  if (malformed.length > 0) return malformed;
  if (standing) return standing;
  const wrong = part.wrong(model, writing);
  return wrong.length > 0 ? wrong : 'done';
}

function expectOutcome(result: Managed<unknown>, outcome: Outcome): void {
  const came = result.kind === 'invalid' ? Object.keys(result.problems).sort() : result.kind;
  expect(came).toEqual(typeof outcome === 'string' ? outcome : outcome.toSorted());
}

/** Keeps the fields whose bits are set in `some`. */
function partOf<T>(drawn: T, some: number): Partial<T> {
  const entries = Object.entries(drawn as object).filter((_, n) => (some >> n) & 1);
  return Object.fromEntries(entries) as Partial<T>;
}
