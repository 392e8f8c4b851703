/** An object's properties that are not undefined: what was left out stays left out when spread. */
export function defined<T extends object>(
  object: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
