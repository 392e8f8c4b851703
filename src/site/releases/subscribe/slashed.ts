/** The parts of a text, split after slashes, so that long addresses can wrap there. */
export function slashed(text: string): string[] {
  return text.split(/(?<=\/)/);
}
