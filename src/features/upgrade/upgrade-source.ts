import type { IndexedStep, UpgradeDocument, UpgradeIndex } from './upgrade-data.ts';

/**
 * Fetches each document once. A document that failed is fetched again on the next call.
 * @param indexes address of each list's index, by list
 */
export function upgradeSource(indexes: Record<string, string>) {
  const loaded = new Map<string, Promise<unknown>>();
  const load = <T>(address: string): Promise<T> => {
    const loading = loaded.get(address) ?? fetchJson(address);
    loaded.set(address, loading);
    loading.catch(() => loaded.delete(address));
    return loading as Promise<T>;
  };
  return {
    /** The versions of a list. @throws Error if they cannot be loaded */
    index: (list: string) => load<UpgradeIndex>(indexes[list] ?? ''),
    /**
     * The changes of these releases, in the order of `steps`.
     * @throws Error if they cannot be loaded
     */
    releases: async ({ documents }: UpgradeIndex, steps: readonly IndexedStep[]) => {
      const places = [...new Set(steps.map(({ document }) => document))];
      const parts = await Promise.all(
        places.map((place) => load<UpgradeDocument>(documents[place] ?? '')),
      );
      const bySlug = new Map(
        parts.flatMap(({ releases }) => releases).map((one) => [one.slug, one]),
      );
      return steps.flatMap(({ slug }) => bySlug.get(slug) ?? []);
    },
  };
}

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}
