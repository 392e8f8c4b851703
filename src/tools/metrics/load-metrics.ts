import type { CreateMetrics } from '../../receiver/http/metrics.ts';

/** Loads the metrics library only when metrics are used. */
export const createReceiverMetrics: CreateMetrics = async (token, watched) =>
  (await import('./receiver-metrics.ts')).receiverMetrics(token, watched);
