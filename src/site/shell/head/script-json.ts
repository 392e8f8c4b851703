/** JSON that cannot close its script element, whatever it contains. */
export function scriptJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
