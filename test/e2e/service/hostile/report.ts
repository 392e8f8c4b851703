/** What the attacking process reports at the end. */
export interface Report {
  /** How often each attack was made, by name. */
  made: Record<string, number>;
  /** Answers with a status of 5xx, other than 503 with Retry-After. */
  unexpected: string[];
}
