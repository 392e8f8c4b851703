// Control characters but tab and line breaks, halves of characters, and what XML 1.0 leaves out
// beside them (2.2, "Characters").
const unprintable = /[^\P{Control}\t\n\r]|\p{Surrogate}|[\ufffe\uffff]/gu;

/**
 * A copy of a value, its texts without the characters that stop one reader or another. This comes
 * before any escaping: what is taken out afterwards could bring together what was kept apart.
 */
export function printableXml<T>(value: T): T {
  if (typeof value === 'string') return value.replace(unprintable, '') as T;
  if (Array.isArray(value)) return value.map(printableXml) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, printableXml(one)]);
  return Object.fromEntries(entries) as T;
}
