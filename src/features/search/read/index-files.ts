/** Reads a file of the site, by its path below the base. */
export type ReadText = (path: string) => Promise<string>;

/** The files of the search's index: each is read once, and again where that failed. */
export interface IndexFiles {
  json<T>(path: string): Promise<T>;
  /** What stands under the stamp of a shard. @throws Error where it was written at another time */
  shard(path: string, stamp: string): Promise<string>;
}

export function filesOfIndex(read: ReadText): IndexFiles {
  const known = new Map<string, Promise<unknown>>();
  const once = <T>(path: string, parse: (text: string) => T): Promise<T> => {
    const reading = (known.get(path) as Promise<T> | undefined) ?? read(path).then(parse);
    known.set(path, reading);
    reading.catch(() => known.delete(path));
    return reading;
  };
  return {
    json: (path) => once(path, JSON.parse),
    shard: (path, stamp) =>
      once(path, (text) => {
        if (!text.startsWith(stamp)) throw new Error(`${path} is of another time.`);
        return text.slice(stamp.length);
      }),
  };
}
