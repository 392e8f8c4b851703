/** What is there at once, or will be. */
export type Awaitable<T> = T | Promise<T>;

/**
 * Goes on with a value: at once where it is there already, as whoever answers a request is faster
 * where it waits for nothing.
 */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
