import { Counter, Histogram, type Registry } from 'prom-client';

type Answered = Response | Promise<Response>;
type Fetch = (request: Request, env: { incoming: unknown }) => Answered;

export interface RequestMetrics {
  /** Told which route a request takes, by the pattern of its path. */
  onRoute: (incoming: object, route: string) => void;
  /** A handler of requests whose answers are counted. */
  counting: (fetch: Fetch) => Fetch;
}

/** In seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * Counts requests by route, method and status. A route is a pattern and never a path, which may hold
 * a token; all that leads nowhere is one, and all methods that the API does not have are one, so
 * that nobody can make up more of them.
 */
export function createRequestMetrics(registry: Registry): RequestMetrics {
  const common = { labelNames: ['route', 'method', 'status'] as const, registers: [registry] };
  const requests = new Counter({
    ...common,
    name: 'waymark_http_requests_total',
    help: 'Requests that were answered.',
  });
  const durations = new Histogram({
    ...common,
    name: 'waymark_http_request_duration_seconds',
    help: 'How long answers took.',
    buckets,
  });
  const routes = new WeakMap<object, string>();
  return {
    onRoute(incoming, route) {
      // Of a route that finds nothing, what answers that is told too.
      if (!routes.has(incoming)) routes.set(incoming, route.includes('*') ? unknown : route);
    },
    counting: (fetch) => (request, env) => {
      const end = durations.startTimer();
      const record = (response: Response) => {
        const route = (env.incoming instanceof Object && routes.get(env.incoming)) || unknown;
        const method = methods.has(request.method) ? request.method : other;
        const labels = { route, method, status: response.status };
        requests.inc(labels);
        end(labels);
        return response;
      };
      const answered = fetch(request, env);
      return 'then' in answered ? answered.then(record) : record(answered);
    },
  };
}

const unknown = 'unknown';
const other = 'other';
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);
