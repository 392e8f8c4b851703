/**
 * A `<time>` element with a text.
 * @param dateTime RFC 3339, or a date alone
 */
export function timeElement(dateTime: string, text: string): HTMLTimeElement {
  return Object.assign(document.createElement('time'), { dateTime, textContent: text });
}
