/** The bytes of a file that is imported with `?inline`, as a data URL, and so part of the bundle. */
export function bytesOfInlined(address: string): Buffer {
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}
