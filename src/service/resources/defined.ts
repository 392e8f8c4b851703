/**
 * Copies an object without its undefined properties, so that spreading it overwrites nothing with
 * undefined.
 */
export function defined<T extends object>(
  object: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
