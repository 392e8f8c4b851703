import type { z } from 'zod';
import type { Endpoint } from '../http/endpoint.ts';
import { componentSchemas, toParameterSchema, toReference, toSchema } from './schemas.ts';
import { webhooks } from './webhooks.ts';

/** Creates the OpenAPI 3.1 document from the schemas that the endpoints use for parsing. */
export function createOpenApi(endpoints: readonly Endpoint[]): object {
  const paths = Map.groupBy(endpoints, ({ path }) => path);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Waymark',
      version: '1',
      description:
        'The changelog and the roadmap of one workspace. The API key determines the workspace.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set([...endpoints.map(({ tag }) => tag), 'Files', 'Events'])].map((name) => ({
      name,
    })),
    paths: {
      ...Object.fromEntries(
        [...paths].map(([path, rows]) => [
          path,
          Object.fromEntries(rows.map((row) => [row.method.toLowerCase(), toOperation(row)])),
        ]),
      ),
      ...healthPaths,
      '/files/{name}': filePath,
    },
    webhooks: webhooks(),
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'The API key as the username, with an empty password.',
        },
        metrics: metricsScheme,
      },
    },
  };
}

function toOperation(endpoint: Endpoint): object {
  const body = endpoint.body ?? endpoint.documentedBody;
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    security: endpoint.access === 'key' ? [{ bearer: [] }, { basic: [] }] : [],
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint)],
    ...(body && { requestBody: requestBody(body) }),
    ...(endpoint.takesFile && { requestBody: uploadBody }),
    responses: {
      [endpoint.status]: success(endpoint),
      ...(endpoint.method === 'GET' && endpoint.storable && { 304: notModified }),
      ...errors(endpoint),
    },
  };
}

function requestBody(schema: z.ZodType): object {
  // A missing body is parsed as an empty object, so the body is optional if an empty object is
  // valid.
  const required = !schema.safeParse({}).success;
  return { required, content: json(toSchema(schema)) };
}

function pathParameters({ path }: Endpoint): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: Endpoint): object[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    // Several ids are sent as one parameter, joined by commas.
    explode: false,
    schema: toParameterSchema(schema),
  }));
}

function success({ answer }: Endpoint): object {
  return { description: 'Done.', ...(answer && { content: json(toSchema(answer)) }) };
}

const meanings = {
  400: 'Invalid parameters or body, or a status that the release cannot change to.',
  401: 'Missing or invalid API key.',
  403: 'Credentials came over cleartext.',
  404: 'No such resource.',
  405: 'The address does not support this method.',
  410: 'This type of webhook is no longer supported.',
  413: 'The body is too large.',
  415: 'The body is not JSON (for uploads: not a form with a file), or its `Content-Type` is wrong.',
  429: 'Too many requests. `Retry-After` says how long to wait.',
  503: 'The service is busy, or the database is not writable. `Retry-After` says how long to wait.',
} as const;

/** Possible error statuses of an endpoint, derived from its definition. */
function errors({ access, body, documentedBody, takesFile, path, errors }: Endpoint): object {
  const takesBody = (body ?? documentedBody) || takesFile;
  const statuses: (keyof typeof meanings)[] = [
    ...(access === 'key' ? ([401] as const) : []),
    ...(path.includes('{') ? ([404] as const) : []),
    ...(takesBody ? ([413, 415] as const) : []),
    // 400 is always possible, because clients may send U+0000 in any parameter.
    400,
    403,
    405,
    429,
    503,
    ...errors,
  ];
  return Object.fromEntries(statuses.map((status) => [status, failure(meanings[status])]));
}

function json(schema: object): object {
  return { 'application/json': { schema } };
}

const notModified = {
  description: 'Not changed since the answer with the `ETag` in `If-None-Match`.',
};

function failure(description: string): object {
  return { description, content: json({ $ref: toReference('ErrorBody') }) };
}

/** The body of an upload. The service accepts any name for the form's field, not only `file`. */
const uploadBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      },
    },
  },
};

/**
 * `/files/{name}` answers with bytes instead of JSON, so it is not in the list of endpoints and is
 * described here.
 */
const filePath = {
  get: {
    operationId: 'readFile',
    summary: 'Read a picture or download of a release or milestone',
    tags: ['Files'],
    security: [],
    parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {
      200: { description: 'The bytes of the file.', content: { '*/*': {} } },
      206: { description: 'The requested part of the file.', content: { '*/*': {} } },
      304: notModified,
      400: failure('The name is not valid.'),
      404: failure('No such file.'),
      416: failure('The file has no such part.'),
    },
  },
};

/**
 * `/metrics` answers with text instead of JSON, so it is not in the list of endpoints and is
 * described here.
 */
const healthPaths = {
  '/metrics': {
    get: {
      operationId: 'readMetrics',
      summary: 'Read metrics for Prometheus; needs `METRICS_TOKEN`',
      tags: ['Health'],
      security: [{ metrics: [] }],
      parameters: [],
      responses: {
        200: {
          description: "Metrics in Prometheus' text format.",
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
        401: failure('Missing or invalid token.'),
        404: failure('`METRICS_TOKEN` is not set.'),
        405: failure(meanings[405]),
      },
    },
  },
};

/** Authentication for `/metrics`. */
const metricsScheme = {
  type: 'http',
  scheme: 'bearer',
  description: '`METRICS_TOKEN`, which is valid for metrics only.',
};
