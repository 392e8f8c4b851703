// Base64 VLQ as in source maps, but unsigned. Each character has five bits of a number, and a sixth
// bit that says whether more characters follow. Most numbers in postings are small differences,
// which take one character.

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const values = new Map(Array.from(characters, (character, value) => [character, value]));

/** @param numbers integers from 0 to 2³¹ − 1 */
export function writeNumbers(numbers: Iterable<number>): string {
  let text = '';
  for (let rest of numbers) {
    while (rest > 31) {
      text += characters.charAt((rest & 31) | 32);
      rest >>>= 5;
    }
    text += characters.charAt(rest);
  }
  return text;
}

/** Decodes the result of `writeNumbers`. Unknown characters count as 0. */
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
