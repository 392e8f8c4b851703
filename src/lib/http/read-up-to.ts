/**
 * Reads a body. Returns undefined if it has more than `maxBytes` bytes. Counts decompressed bytes, so
 * that a small answer cannot expand without bounds.
 */
export async function readUpTo(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return undefined; // Leaving the loop cancels the stream.
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
