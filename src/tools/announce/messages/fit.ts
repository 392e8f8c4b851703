/**
 * Cuts a text to at most `max` UTF-16 units: at the end of a sentence, or else between graphemes,
 * with an ellipsis.
 */
export function fitText(text: string, max: number): string {
  if (text.length <= max) return text;
  const whole = cutAt(text, max, 'sentence');
  return whole.trim() === '' ? `${cutAt(text, max - 1, 'grapheme')}…` : whole.trimEnd();
}

function cutAt(text: string, max: number, granularity: 'sentence' | 'grapheme'): string {
  let end = 0;
  // A longer text could not fit, and would only take time.
  const start = text.slice(0, max + 200);
  for (const { index, segment } of new Intl.Segmenter(undefined, { granularity }).segment(start)) {
    if (index + segment.length > Math.min(max, start.length - (start.length < text.length ? 1 : 0)))
      break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** As many lines as fit into `max` UTF-16 units; a first line that is too long is left out, too. */
export function fitLines(lines: readonly string[], max: number): string[] {
  let left = max;
  const end = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < -1;
  });
  return end < 0 ? [...lines] : lines.slice(0, end);
}
