/** Text of UTF-8 bytes; undefined where they are something else. */
export function decodeUtf8(bytes: Uint8Array | ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
