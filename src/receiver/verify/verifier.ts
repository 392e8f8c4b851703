/** A delivery before verification. */
export interface SignedDelivery {
  /** Returns the value of a header. `name` is in lower case. */
  header(name: string): string | undefined;
  /** The raw bytes, which the signature covers. */
  body: Uint8Array;
  /** Whether the delivery was sent without encryption. */
  isCleartext: boolean;
}

/**
 * `id` is the same if the sender repeats the delivery of an event. `bodyDigest` is set if the proof
 * does not cover the id, so that anyone who saw the delivery could repeat it under another id.
 */
export type Origin =
  | { kind: 'genuine'; id: string; bodyDigest?: string }
  | { kind: 'refused'; why: string };

/** Checks the origin of a delivery. */
export type Verifier = (delivery: SignedDelivery, now: Date) => Origin;

export function refused(why: string): Origin {
  return { kind: 'refused', why };
}

const maxIdLength = 255;

/** Returns the id that the sender gave the delivery; undefined if it is missing or invalid. */
export function readId(
  { header }: Pick<SignedDelivery, 'header'>,
  name = 'webhook-id',
): string | undefined {
  const id = header(name);
  if (id === undefined) return undefined;
  // An id must "at the very least not be allowed to include any `.`" (Standard Webhooks 1.0.0).
  return id.length <= maxIdLength && /^[\x21-\x2d\x2f-\x7e]+$/.test(id) ? id : undefined;
}
