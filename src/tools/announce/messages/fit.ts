/**
 * Cuts a text to at most `max` UTF-16 units: at the end of a sentence, or else between graphemes,
 * with an ellipsis.
 */
export function fitText(text: string, max: number): string {
  if (text.length <= max) return text;
  const whole = cutAt(text, max, 'sentence').trimEnd();
  return whole === '' ? `${cutAt(text, max - 1, 'grapheme')}…` : whole;
}

/** @param text longer than `max` */
function cutAt(text: string, max: number, granularity: 'sentence' | 'grapheme'): string {
  // A longer text could not fit, and would only take time.
  const parts = new Intl.Segmenter(undefined, { granularity }).segment(text.slice(0, max + 200));
  const starts = Array.from(parts, ({ index }) => index);
  return text.slice(
    0,
    starts.findLast((index) => index <= max),
  );
}
