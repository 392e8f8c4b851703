import { printableXml } from '../printable.ts';

/** A JSON document without the characters that strict readers reject. */
export function writeJson(value: unknown): string {
  return `${JSON.stringify(printableXml(value), null, 2)}\n`;
}

/**
 * A JSON document without indentation. Like `writeJson`, but for many short rows, whose size
 * indentation would double.
 */
export function writeCompactJson(value: unknown): string {
  return `${JSON.stringify(printableXml(value))}\n`;
}
