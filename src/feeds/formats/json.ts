import { printable } from '../items/printable.ts';

/** A JSON document whose texts hold nothing that a strict reader stumbles over. */
export function writeJson(value: unknown): string {
  return `${JSON.stringify(printable(value), null, 2)}\n`;
}
