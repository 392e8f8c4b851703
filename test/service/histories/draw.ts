import fc from 'fast-check';
import type { onSample } from '../resources/kinds/on-sample.ts';
import type { Model } from './expected.ts';

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

const oneIn = 9;

/** One of the things that there are then, and now and then none of them. */
export const ref = fc.nat(oneIn * 12 - 1);

export function pick(ids: Iterable<string>, at: number): string {
  const all = [...ids];
  const one = all[Math.floor(at / oneIn) % all.length];
  return one === undefined || at % oneIn === oneIn - 1 ? 'nobody' : one;
}

export const title = fc.constantFrom('Dark mode', 'Faster search', 'Ünïcode “quoted”', 'No');
export const name = fc.constantFrom('Alpha', 'Beta', 'Gamma', 'beta', ' ');
export const slug = fc.constantFrom(
  ...['one', 'two', 'three', 'four', 'oldest', 'first', 'third', 'web', 'speed', 'Not-One'],
);
export const color = fc.constantFrom('#16a34a', '#d97706', '#be123c', '#ABC', 'red');
export const body = fc.constantFrom(
  ...['<p>Words</p>', '<p>More words</p>', '', '<p><a href="/files/notes.pdf">Notes</a></p>'],
);

/** Some of the fields, or all but some. */
export function someOf<T extends object>(
  model: { [K in keyof T]: fc.Arbitrary<T[K]> },
): fc.Arbitrary<Partial<T>> {
  return fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
}

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
