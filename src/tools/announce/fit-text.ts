/**
 * Writes a text in the markup of a side, cut so that this has at most `max` UTF-16 units: at the end
 * of a sentence, or else between graphemes, with an ellipsis.
 */
export function fitText(text: string, max: number, toMarkup = (plain: string) => plain): string {
  const cut = (granularity: 'sentence' | 'grapheme', room: number) => {
    // A longer text could not fit, and would only take time.
    const parts = new Intl.Segmenter(undefined, { granularity }).segment(text.slice(0, max + 200));
    const marked = Array.from(parts, ({ segment }) => toMarkup(segment));
    let left = room;
    const end = marked.findIndex((one) => {
      left -= one.length;
      return left < 0;
    });
    return marked.slice(0, end).join('').trimEnd();
  };
  const whole = text.length <= max ? toMarkup(text) : text;
  return whole.length <= max ? whole : cut('sentence', max) || `${cut('grapheme', max - 1)}…`;
}
