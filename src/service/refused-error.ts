/**
 * Why a call is refused. `gone`: the endpoint no longer exists. `too-large`: the body or a value in
 * it is too large. `unsupported`: the body has the wrong type. `unavailable`: the same call may
 * succeed a second later.
 */
export type Refusal = 'invalid' | 'missing' | 'gone' | 'too-large' | 'unsupported' | 'unavailable';

/**
 * Thrown if a call is refused. A transaction that throws this error is rolled back. The API answers
 * with an error body (docs/api.md, "Errors").
 */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: Refusal;
  /** Problems by field of the input. */
  readonly details: Record<string, string> | undefined;

  constructor(refusal: Refusal, message: string, details?: Record<string, string>) {
    super(message);
    this.refusal = refusal;
    this.details = details;
  }
}

/** The error if there is no resource with the given id. */
export function missing(what: string): RefusedError {
  return new RefusedError('missing', `There is no ${what} with this id.`);
}

/** The error if fields of a body are invalid. */
export function invalidFields(details: Record<string, string>): RefusedError {
  return new RefusedError('invalid', 'Some fields of the body are not valid.', details);
}

/** Throws if a resource is undefined; otherwise returns it. @throws RefusedError */
export function found<T>(resource: T | undefined, what: string): T {
  if (resource === undefined) throw missing(what);
  return resource;
}
