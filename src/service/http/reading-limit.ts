/** Does some slow work; undefined where it was given up for the sake of others. */
export type ReadingLimit = <T>(work: () => Promise<T>) => Promise<T | undefined>;

/**
 * Lets so much work be under way at once. Where there is more, what has been at it for the longest
 * is given up: who sends a body at once is done in no time, and who holds one back makes room.
 */
export function createReadingLimit(max: number): ReadingLimit {
  const underway = new Set<() => void>();
  return async (work) => {
    const { promise: givenUp, resolve } = Promise.withResolvers<undefined>();
    const giveUp = () => resolve(undefined);
    if (underway.size >= max) {
      const [oldest = giveUp] = underway;
      underway.delete(oldest);
      oldest();
    }
    underway.add(giveUp);
    try {
      return await Promise.race([work(), givenUp]);
    } finally {
      underway.delete(giveUp);
    }
  };
}
