export type Stopwatch = ReturnType<typeof startStopwatch>;

export function startStopwatch() {
  /** Duration of each part in milliseconds. */
  const parts: Record<string, number> = {};
  let since = performance.now();
  return {
    parts,
    /** Ends a part of the work and stores its duration. The next part begins at once. */
    lap(part: string) {
      const now = performance.now();
      parts[part] = Math.round(now - since);
      since = now;
    },
  };
}
