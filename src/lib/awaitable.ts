/** A value, or a promise of one. */
export type Awaitable<T> = T | Promise<T>;
