/** Different attributes of an element. */
export const attributes = (count: number) =>
  Array.from({ length: count }, (_, index) => `data-a${index}="x"`).join(' ');
