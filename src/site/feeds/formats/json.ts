import { printableXml } from '../printable.ts';

/** A JSON document without the characters that strict readers reject. */
export function writeJson(value: unknown): string {
  return `${stringify(value, 2)}\n`;
}

/** Like `writeJson`, but without indentation, which would double the size of many short rows. */
export function writeCompactJson(value: unknown): string {
  return `${stringify(value)}\n`;
}

/** Matches each document with a rejected character, either itself or its escape. */
const mayBeRejected = /\\[ubf]|[\u007f-\u009f\ufffe\uffff]/;

/** Most documents are large and have no rejected characters. Only the others are copied. */
function stringify(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent);
  return mayBeRejected.test(json) ? JSON.stringify(printableXml(value), null, indent) : json;
}
