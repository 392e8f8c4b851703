import fc from 'fast-check';
import type { onSample } from '../../resources/kinds/on-sample.ts';
import type { Model } from '../expected.ts';

// What operations are drawn from: few values, so that they meet.

/** A service, and what it has to hold. */
export interface World {
  service: Awaited<ReturnType<typeof onSample>>;
  model: Model;
}

/** One thing that somebody does to the service; it is done to the model too. */
export interface Operation {
  run: (world: World) => Promise<void>;
}

/** @param run what it does, to a service and to the model of it */
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

/** One of the things that there are then, and now and then none of them. */
export const ref = fc.nat(oneIn * 12 - 1);

export function pick(ids: Iterable<string>, at: number): string {
  const all = [...ids];
  const one = all[Math.floor(at / oneIn) % all.length];
  return one === undefined || at % oneIn === oneIn - 1 ? 'nobody' : one;
}

/** Now and then what is to be refused. */
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

/** Whether another one of them has the slug. */
export function isSlugTaken(
  all: ReadonlyMap<string, { slug: string }>,
  slug: string | undefined,
  own: string,
): boolean {
  return [...all].some(([id, one]) => id !== own && one.slug === slug);
}
