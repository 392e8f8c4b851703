/** Reads a file of the site by its path below the base. @throws Error if it cannot be loaded */
export type ReadText = (path: string) => Promise<string>;

export interface SiteFiles {
  /** Loads each file once. A file that failed is loaded again on the next call. */
  read: ReadText;
  /** Discards all loaded files, so that they are loaded again. */
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
      const text = known.get(path) ?? load(path);
      known.set(path, text);
      text.catch(() => known.delete(path));
      return text;
    },
    forget: () => known.clear(),
  };
}
