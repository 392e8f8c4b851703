import { printableXml } from '../printable.ts';

/** A JSON document whose texts hold nothing that a strict reader stumbles over. */
export function writeJson(value: unknown): string {
  return `${JSON.stringify(printableXml(value), null, 2)}\n`;
}

/** A JSON document of many short rows, without the space that would be half of it. */
export function writeCompactJson(value: unknown): string {
  return `${JSON.stringify(printableXml(value))}\n`;
}
