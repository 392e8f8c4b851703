/** Reads a file of the site by its path below the base. @throws Error if it cannot be loaded */
export type ReadText = (path: string) => Promise<string>;

export type SiteFiles = ReturnType<typeof siteFiles>;

export function siteFiles(base: string) {
  const known = new Map<string, Promise<string>>();
  const load = async (path: string): Promise<string> => {
    const response = await fetch(base + path);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.text();
  };
  return {
    /** Loads each file once. A file that failed is loaded again on the next call. */
    read: (path: string) => {
      const text = known.get(path) ?? load(path);
      known.set(path, text);
      text.catch(() => known.delete(path));
      return text;
    },
    /** Discards all loaded files, so that they are loaded again. */
    forget: () => known.clear(),
  };
}
