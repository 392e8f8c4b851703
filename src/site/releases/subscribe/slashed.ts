/** The text, split before the path of an address, so that a long address can wrap there. */
export function slashed(text: string): string[] {
  return text.split(/(?<=\/\/[^/]+\/)/);
}
