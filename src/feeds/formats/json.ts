import { printableXml } from '../items/printable.ts';

/** A JSON document whose texts hold nothing that a strict reader stumbles over. */
export function writeJson(value: unknown): string {
  return `${JSON.stringify(printableXml(value), null, 2)}\n`;
}
