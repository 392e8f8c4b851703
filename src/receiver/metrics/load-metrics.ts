import type { ReceiverMetrics, WatchedReceiver } from './receiver-metrics.ts';

/** Metrics, where a token opens them; their library is loaded for these alone. */
export async function loadReceiverMetrics(
  token: string | undefined,
  watched: WatchedReceiver,
): Promise<ReceiverMetrics | undefined> {
  if (token === undefined) return undefined;
  const { createReceiverMetrics } = await import('./receiver-metrics.ts');
  return createReceiverMetrics(token, watched);
}
