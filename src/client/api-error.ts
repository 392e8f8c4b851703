import { WaymarkError } from '../model/errors.ts';

export interface FailedRequest {
  method: string;
  /** The request's address, without credentials. */
  url: string;
  attempts: number;
  /** HTTP status of the answer; undefined if no answer was received. */
  status?: number;
  /** Set if the answer was larger than the client's limit. A request for fewer rows may succeed. */
  tooLarge?: true;
}

/**
 * The error for a failed request to the API. The message names the request, the response and the
 * remedy.
 */
export class ApiError extends WaymarkError {
  override readonly name = 'ApiError';
  readonly request: FailedRequest;
  /** The remedy, which is also the end of the message. */
  readonly next: string;

  constructor(request: FailedRequest, what: string, next: string, options?: ErrorOptions) {
    const { method, url, attempts } = request;
    const tries = attempts > 1 ? ` (${attempts} attempts)` : '';
    super(`${method} ${url} failed${tries}: ${what}.\n${next}`, options);
    this.request = request;
    this.next = next;
  }
}

/** Whether the API refuses the key, so that no other request can succeed either. */
export function isRefused({ request }: ApiError): boolean {
  return request.status === 401 || request.status === 403;
}

/** Printed by `--json` if a command fails. Content and site then stay unchanged. */
export type FailureReport = ReturnType<typeof failureReport>;

export function failureReport(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  return { error: { message, ...(error instanceof ApiError && { request: error.request }) } };
}
