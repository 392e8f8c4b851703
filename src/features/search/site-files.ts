/** Reads a file of the site, by its path below the base. @throws Error where it does not arrive */
export type ReadText = (path: string) => Promise<string>;

export interface SiteFiles {
  /** Loads each file once, and again where that failed. */
  read: ReadText;
  /** Loads all of them anew. */
  forget(): void;
}

export function siteFiles(base: string): SiteFiles {
  const known = new Map<string, Promise<string>>();
  const load = async (path: string): Promise<string> => {
    const response = await fetch(base + path);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.text();
  };
  return {
    read: (path) => {
      const reading = known.get(path) ?? load(path);
      known.set(path, reading);
      reading.catch(() => known.delete(path));
      return reading;
    },
    forget: () => known.clear(),
  };
}
