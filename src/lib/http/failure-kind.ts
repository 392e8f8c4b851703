/**
 * Names the kind of a request's failure. Error messages are not used, because they may contain the
 * address, which may be secret.
 */
export function failureKind(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}
