export interface Stopwatch {
  /** Ends a part of the work and stores its duration. The next part begins at once. */
  lap(part: string): void;
  /** Duration of each part in milliseconds. */
  readonly parts: Record<string, number>;
}

export function startStopwatch(): Stopwatch {
  const parts: Record<string, number> = {};
  let since = performance.now();
  return {
    parts,
    lap(part) {
      const now = performance.now();
      parts[part] = Math.round(now - since);
      since = now;
    },
  };
}
