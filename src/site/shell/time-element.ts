/** A time as people read it, and as programs do: RFC 3339, or a day alone. */
export function timeElement(dateTime: string, text: string): HTMLTimeElement {
  return Object.assign(document.createElement('time'), { dateTime, textContent: text });
}
