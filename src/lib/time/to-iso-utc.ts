/** A point in time in the one form that is stored and compared as text: UTC, milliseconds, `Z`. */
export function toIsoUtc(time: string | Date): string {
  return new Date(time).toISOString();
}
