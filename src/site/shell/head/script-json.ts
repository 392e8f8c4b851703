/** Writes JSON that cannot close the script element around it, whatever the data contains. */
export function scriptJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
