/** What arrived, before any of it is believed. */
export interface SignedDelivery {
  /** A header's value, by its name in lower case. */
  header(name: string): string | undefined;
  /** Exactly the bytes that arrived: what was decoded and encoded again proves nothing. */
  body: Uint8Array;
  /** Whether somebody on the way could have read along. */
  isOverheard: boolean;
}

/** `id` is the same each time the same event is sent. */
export type Origin = { kind: 'genuine'; id: string } | { kind: 'refused'; why: string };

/** Whether a delivery comes from where events may come from. */
export type Verifier = (delivery: SignedDelivery, now: Date) => Origin;

export function refused(why: string): Origin {
  return { kind: 'refused', why };
}

const longestId = 255;

/** The id that a sender gave, as long as it can be told apart from what else is signed. */
export function givenId(
  { header }: Pick<SignedDelivery, 'header'>,
  name = 'webhook-id',
): string | undefined {
  const id = header(name);
  if (id === undefined) return undefined;
  // "at the very least not be allowed to include any `.`" (Standard Webhooks 1.0.0)
  return id.length <= longestId && /^[\x21-\x2d\x2f-\x7e]+$/.test(id) ? id : undefined;
}
