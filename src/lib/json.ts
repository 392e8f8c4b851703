/** JSON as it stands in files: two spaces, keys in the order they were set, a newline at the end. */
export function toJsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
