import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createOpenApi } from '../../src/service/documentation/openapi.ts';
import type { Deps } from '../../src/service/endpoints/deps.ts';
import { endpointsOf } from '../../src/service/endpoints/endpoints.ts';

// docs/api.md has to match the OpenAPI document.

const page = readFileSync('docs/api.md', 'utf8');
const OpenApi = z.object({
  paths: z.record(
    z.string(),
    z.partialRecord(
      z.enum(['get', 'post', 'patch', 'delete']),
      z.object({
        summary: z.string(),
        parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
      }),
    ),
  ),
  components: z.object({
    schemas: z.record(
      z.string(),
      z.object({ properties: z.record(z.string(), z.unknown()).optional() }),
    ),
  }),
});
// The handlers are never called here, so the endpoints need no real dependencies.
const { paths, components } = OpenApi.parse(createOpenApi(endpointsOf({} as Deps)));

test('docs/api.md lists exactly the operations that exist, with their queries', () => {
  const documented = [...page.matchAll(/^\| `([A-Z]+ \/[^`]*)` \| (.*?) \|(.*?) \|/gm)].map(
    ([, operation, summary, query = '']) => ({ operation, summary, query: names(query) }),
  );
  const announced = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, parameters }]) => ({
      operation: `${method.toUpperCase()} ${path}`,
      summary,
      query: parameters.flatMap((one) => (one.in === 'query' ? one.name : [])),
    })),
  );
  const byName = (a: { operation: string | undefined }, b: { operation: string | undefined }) =>
    (a.operation ?? '') < (b.operation ?? '') ? -1 : 1;
  expect(documented.sort(byName)).toEqual(announced.sort(byName));
});

test('docs/api.md lists exactly the resources that exist, with their fields', () => {
  const [, resources = ''] = page.split('## Resources');
  const [table = ''] = resources.split('\n## ');
  const documented = [...table.matchAll(/^\| \*\*(\w+)\*\* \| (.*?) \|/gm)].map(
    ([, resource, fields = '']) => ({ resource, fields: names(fields) }),
  );
  const announced = Object.entries(components.schemas).map(([resource, { properties = {} }]) => ({
    resource,
    fields: Object.keys(properties),
  }));
  expect(documented).toEqual(announced);
});

/** Names of parameters or fields in a table cell. */
function names(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}
