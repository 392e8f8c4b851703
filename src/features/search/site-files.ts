/** Files of the site by their paths below its base. */
export interface SiteFiles {
  /** @throws Error where a file does not arrive */
  read(path: string): Promise<string>;
  /** Begins to load files before who reads them is there; each is kept for one reading. */
  begin(paths: readonly string[]): void;
}

export function siteFiles(base: string): SiteFiles {
  const begun = new Map<string, Promise<string>>();
  const load = async (path: string): Promise<string> => {
    const response = await fetch(base + path);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.text();
  };
  return {
    read: (path) => {
      const known = begun.get(path) ?? load(path);
      begun.delete(path);
      return known;
    },
    begin: (paths) => {
      for (const path of paths) {
        const loading = load(path);
        // Whoever reads it is told.
        loading.catch(() => {});
        begun.set(path, loading);
      }
    },
  };
}
