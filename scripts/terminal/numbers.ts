import { InvalidArgumentError } from 'commander';

/** A port that an option was given; commander says itself which option it was. */
export function toPort(text: string): number {
  if (isWhole(text) && Number(text) <= 65535) return Number(text);
  throw new InvalidArgumentError('Name a number from 0 to 65535.');
}

/** How many of something an option was given. */
export function toCount(text: string): number {
  if (isWhole(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('Name a whole number from 1 on.');
}

function isWhole(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}
