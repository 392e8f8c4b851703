/**
 * The kind of failure of a request. Messages are not used, because they may repeat the address,
 * which may be secret.
 */
export function failureKind(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}
