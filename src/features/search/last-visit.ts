// Restores results and scroll position after back or reload, if the browser has no back/forward
// cache entry for the page.

interface Visit {
  address: string;
  /** Number of results on the page. */
  results: number;
  scrollY: number;
}

const key = 'waymark-search';

/**
 * Stores the visit when the reader leaves the page.
 * @param count returns the number of results
 */
export function saveVisit(count: () => number): void {
  addEventListener('pagehide', () => {
    const visit: Visit = {
      address: location.pathname + location.search,
      results: count(),
      scrollY,
    };
    // Storing the visit fails if the browser refuses to store data.
    try {
      sessionStorage.setItem(key, JSON.stringify(visit));
    } catch {}
  });
}

/** The last visit to this address, if the reader returned by back, forward or reload. */
export function lastVisit(): Visit | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  const type = (navigation as PerformanceNavigationTiming | undefined)?.type;
  if (type !== 'back_forward' && type !== 'reload') return undefined;
  try {
    const visit: Visit | null = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return visit?.address === location.pathname + location.search ? visit : undefined;
  } catch {
    return undefined;
  }
}
