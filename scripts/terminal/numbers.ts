import { InvalidArgumentError } from 'commander';

/** A duration in milliseconds as text, such as "2.1 s". */
export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Parses a port; commander adds the option's name to the error. */
export function toPort(text: string): number {
  if (isWhole(text) && Number(text) <= 65535) return Number(text);
  throw new InvalidArgumentError('Expected a number from 0 to 65535.');
}

export function toCount(text: string): number {
  if (isWhole(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('Expected a whole number above 0.');
}

function isWhole(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}
