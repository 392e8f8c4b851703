import { hash } from 'node:crypto';

/** SHA-256 as lower-case hex, cut to `length` digits. */
export function digest(data: string | Uint8Array, length = 64): string {
  return hash('sha256', data).slice(0, length);
}

/** Digest of a JSON value, independent of the order of keys. */
export function digestOf(value: unknown, length = 64): string {
  return digest(JSON.stringify(value, sortKeys), length);
}

/**
 * Maps a digest to a number from 0 (inclusive) to 1 (exclusive). The numbers are evenly
 * distributed, and a digest always gives the same number.
 */
export function fractionOf(hex: string): number {
  return Number.parseInt(hex.slice(0, 8), 16) / 2 ** 32;
}

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
