import { WaymarkError } from '../model/errors.ts';

export interface FailedRequest {
  method: string;
  /** Without credentials. */
  url: string;
  attempts: number;
  /** Absent when no answer came. */
  status?: number;
  /** The answer was larger than any that is read: asking for less may help. */
  tooLarge?: true;
}

/** The API did not give what was asked for: says what was asked, what came back and what to do. */
export class ApiError extends WaymarkError {
  override readonly name = 'ApiError';
  readonly request: FailedRequest;
  /** What to do about it: the end of the message. */
  readonly next: string;

  constructor(request: FailedRequest, what: string, next: string, options?: ErrorOptions) {
    const { method, url, attempts } = request;
    const tries = attempts > 1 ? ` (${attempts} attempts)` : '';
    super(`${method} ${url} failed${tries}: ${what}.\n${next}`, options);
    this.request = request;
    this.next = next;
  }
}

/** Whether it is the key that the API refuses: then nothing else can be had with it either. */
export function isRefused({ request }: ApiError): boolean {
  return request.status === 401 || request.status === 403;
}
