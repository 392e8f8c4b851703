import fc from 'fast-check';
import type { onSample } from '../../resources/kinds/on-sample.ts';
import type { Model } from '../expected.ts';

// The values that operations are drawn from: few, so that operations often meet the same item.

/** A service and its expected state. */
export interface World {
  service: Awaited<ReturnType<typeof onSample>>;
  model: Model;
}

/** One operation, which is applied to the service and to the model. */
export interface Operation {
  run: (world: World) => Promise<void>;
}

/** @param run applies the operation to a service and to its model */
export function operation<T>(
  name: string,
  given: fc.Arbitrary<T>,
  run: (world: World, given: T) => Promise<void>,
): fc.Arbitrary<Operation> {
  return given.map((drawn) => ({
    run: (world) => run(world, drawn),
    [fc.toStringMethod]: () => `${name} ${JSON.stringify(drawn)}`,
  }));
}

const oneIn = 20;

/** An index for `pick`, which returns an existing id or, one time in twenty, an unknown one. */
export const ref = fc.nat(oneIn * 12 - 1);

export function pick(ids: Iterable<string>, at: number): string {
  const all = [...ids];
  const one = all[Math.floor(at / oneIn) % all.length];
  return one === undefined || at % oneIn === oneIn - 1 ? 'nobody' : one;
}

/** Mostly a valid value, but one time in sixteen the invalid one. */
export function mostly<T>(good: readonly T[], bad: T): fc.Arbitrary<T> {
  const refused = { weight: 1, arbitrary: fc.constant(bad) };
  return fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...good) }, refused);
}

export const title = mostly(['Dark mode', 'Faster search', 'Ünïcode “quoted”'], 'No');
export const name = mostly(['Alpha', 'Beta', 'Gamma', 'beta'], ' ');
const slugs = Array.from({ length: 30 }, (_, n) => `slug-${n}`);
export const slug = mostly([...slugs, 'oldest', 'first', 'third', 'web', 'speed'], 'Not-One');
export const color = mostly(['#16a34a', '#d97706', '#be123c', '#ABC'], 'red');
export const body = fc.constantFrom(
  ...['<p>Words</p>', '<p>More words</p>', '', '<p>See /files/notes.pdf</p>'],
);

export const isSlug = (text: string) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length > 2;
export const isColor = (text: string) => /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);

/** Whether another item has the slug. */
export function isSlugTaken(
  all: ReadonlyMap<string, { slug: string }>,
  slug: string | undefined,
  own: string,
): boolean {
  return [...all].some(([id, one]) => id !== own && one.slug === slug);
}
