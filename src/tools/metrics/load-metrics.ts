import type { CreateMetrics } from '../../receiver/http/metrics.ts';

/** Loads the library of metrics for these alone. */
export const createReceiverMetrics: CreateMetrics = async (token, watched) =>
  (await import('./receiver-metrics.ts')).receiverMetrics(token, watched);
