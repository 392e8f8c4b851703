import { errorContent } from './files.ts';

const notThisMethod = {
  description: 'The address does not take this method.',
  content: errorContent,
};

const ready = {
  type: 'object',
  properties: { status: { type: 'string', const: 'ready' } },
  required: ['status'],
};

/** `/readyz` and `/metrics`, which are no rows of the API. */
export const healthPaths = {
  '/readyz': {
    get: {
      operationId: 'readReadiness',
      summary:
        'Whether the service can answer requests: its database does, has a known schema, and can be written',
      tags: ['Health'],
      security: [],
      parameters: [],
      responses: {
        200: { description: 'It can.', content: { 'application/json': { schema: ready } } },
        405: notThisMethod,
        503: {
          description: 'It cannot; `Retry-After` says when to ask again.',
          content: errorContent,
        },
      },
    },
  },
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
