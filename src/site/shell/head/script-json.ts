/** JSON that stays inside its script element, whatever it holds. */
export function scriptJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
