import { printableXml } from '../printable.ts';

/** A JSON document without the characters that strict readers reject. */
export function writeJson(value: unknown): string {
  return `${JSON.stringify(printableXml(value), null, 2)}\n`;
}

/** Like `writeJson`, but without indentation, which would double the size of many short rows. */
export function writeCompactJson(value: unknown): string {
  return `${JSON.stringify(printableXml(value))}\n`;
}
