/** The characters of ranges in the syntax of CSS's `unicode-range`, such as `U+20-7E, U+A0`. */
export function charactersIn(ranges: string): string[] {
  return [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(
    ([, first = '', last = first]) => {
      const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      return Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n));
    },
  );
}
