// Where the reader was in the results when they left the page: for who comes back to it, where the
// browser has not kept the page itself.

interface Visit {
  address: string;
  /** How many results stood there. */
  results: number;
  scrollY: number;
}

const key = 'waymark-search';

/** Keeps where the reader is whenever the page goes. @param count of the results on the page */
export function keepVisit(count: () => number): void {
  addEventListener('pagehide', () => {
    const visit: Visit = { address: addressNow(), results: count(), scrollY };
    // Browsers may let nothing be kept.
    try {
      sessionStorage.setItem(key, JSON.stringify(visit));
    } catch {}
  });
}

/** Where the reader left this address, where they have come back to it by the browser's history. */
export function lastVisit(): Visit | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  const type = (navigation as PerformanceNavigationTiming | undefined)?.type;
  if (type !== 'back_forward' && type !== 'reload') return undefined;
  try {
    const visit: Visit | null = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return visit?.address === addressNow() ? visit : undefined;
  } catch {
    return undefined;
  }
}

function addressNow(): string {
  return location.pathname + location.search;
}
