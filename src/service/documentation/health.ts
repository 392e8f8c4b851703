import { errorContent } from './files.ts';

const notThisMethod = {
  description: 'The address does not take this method.',
  content: errorContent,
};

/** `/metrics`, which is no row of the API: it answers with text. */
export const healthPaths = {
  '/metrics': {
    get: {
      operationId: 'readMetrics',
      summary: 'Numbers for Prometheus, for holders of `METRICS_TOKEN`',
      tags: ['Health'],
      security: [{ metrics: [] }],
      parameters: [],
      responses: {
        200: {
          description: "Metrics in Prometheus' text format.",
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
        401: { description: 'Missing or invalid token.', content: errorContent },
        404: { description: '`METRICS_TOKEN` is not set.', content: errorContent },
        405: notThisMethod,
      },
    },
  },
};

/** What opens `/metrics`. */
export const metricsScheme = {
  type: 'http',
  scheme: 'bearer',
  description: '`METRICS_TOKEN`, which opens nothing else.',
};
