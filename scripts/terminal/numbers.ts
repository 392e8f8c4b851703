import { InvalidArgumentError } from 'commander';

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
