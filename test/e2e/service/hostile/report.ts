/** What an attacker tells in the end. */
export interface Report {
  /** How often each attack was made. */
  made: Record<string, number>;
  /** Answers of 5xx that say nothing of when to come again. */
  unexpected: string[];
}
