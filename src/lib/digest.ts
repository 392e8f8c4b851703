import { hash } from 'node:crypto';

/** SHA-256 of some bytes or text, as lower-case hex; `length` hex digits of it where asked for. */
export function digest(data: string | Uint8Array, length = 64): string {
  return hash('sha256', data).slice(0, length);
}

/** Digest of a JSON value that is the same for every order of its keys. */
export function digestOf(value: unknown, length = 64): string {
  return digest(JSON.stringify(value, sortKeys), length);
}

/** A number from 0 to 1, 1 left out, that a digest gives: evenly spread, and the same each time. */
export function fractionOf(hex: string): number {
  return Number.parseInt(hex.slice(0, 8), 16) / 2 ** 32;
}

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
