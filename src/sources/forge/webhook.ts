/** All that distinguishes the webhooks of a forge: the names of its headers and fields. */
export interface ForgeWebhook {
  /** Key of its sources in `sources.yaml`, and the end of its address: `/webhooks/github`. */
  name: string;
  /** Names of headers, in lower case. */
  headers: {
    /** HMAC-SHA256 of the body in hex, perhaps after `sha256=`. */
    signature: string;
    event: string;
    /** The id of the delivery, which stays when the forge repeats it. */
    delivery: string;
  };
  /**
   * Reads an event that can change what is public. Undefined for any other event.
   * @param payload the parsed body, which may have any form
   */
  read(event: string, payload: unknown): ForgeEvent | undefined;
}

export interface ForgeEvent {
  /** The name is in the form of `sources.yaml`, in any case of letters. */
  repository: { id: string; name: string };
  subject: EventSubject;
}

type EventSubject =
  | { kind: 'releases' | 'milestones' | 'repository' }
  /** The files that a push to the default branch changed; undefined if it does not list them all. */
  | { kind: 'files'; paths: readonly string[] | undefined };
