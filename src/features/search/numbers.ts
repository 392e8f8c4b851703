// Numbers as text that a web server compresses: five bits a sign, and a sixth that says whether more
// follow, as base64 VLQ in source maps, without their sign. Most gaps between postings are one sign.

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const values = new Map(Array.from(signs, (sign, value) => [sign, value]));

/** @param numbers whole ones from 0 to 2³¹ − 1 */
export function writeNumbers(numbers: Iterable<number>): string {
  let text = '';
  for (let rest of numbers) {
    while (rest > 31) {
      text += signs.charAt((rest & 31) | 32);
      rest >>>= 5;
    }
    text += signs.charAt(rest);
  }
  return text;
}

/** What `writeNumbers` was given; signs of another kind count as nothing. */
export function readNumbers(text: string): number[] {
  const numbers: number[] = [];
  let [number, shift] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const value = values.get(text.charAt(at)) ?? 0;
    number |= (value & 31) << shift;
    shift += 5;
    if (value > 31) continue;
    numbers.push(number);
    [number, shift] = [0, 0];
  }
  return numbers;
}

/** A text of `writeNumbers` with its first number raised: the others stay as they are written. */
export function withFirstRaised(text: string, by: number): string {
  let end = 0;
  while ((values.get(text.charAt(end)) ?? 0) > 31) end += 1;
  const [first = 0] = readNumbers(text.slice(0, end + 1));
  return writeNumbers([first + by]) + text.slice(end + 1);
}
