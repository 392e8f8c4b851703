/** What a message says, and what it says to do: its last sentence. */
export function sentences(message: string): [found: string, next: string] {
  const text = message.replace(/\n/g, ' ');
  const cut = text.lastIndexOf('. ', text.length - 2) + 1;
  return [text.slice(0, cut).trim() || text, text.slice(cut).trim()];
}
