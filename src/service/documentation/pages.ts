import { readFileSync } from 'node:fs';
import type { App } from '../http/app.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Handle } from '../http/handle.ts';
import { createOpenApi } from './openapi.ts';

const assets = [
  {
    path: '/docs/swagger-ui.css',
    type: 'text/css',
    file: import.meta.resolve('swagger-ui-dist/swagger-ui.css'),
  },
  {
    path: '/docs/swagger-ui-bundle.js',
    type: 'text/javascript',
    file: import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  },
];

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Waymark API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="data:,">
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
`;

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#docs', validatorUrl: null });
`;

const headers = {
  // Nothing but this origin: whoever reads the documentation is known to nobody else.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** Serves `/openapi.json` for machines and `/docs` for people; both are public. */
export function serveDocumentation(app: App, endpoints: readonly Endpoint[], handle: Handle): void {
  const document = JSON.stringify(createOpenApi(endpoints));
  const serve = (path: string, type: string, body: () => string | Uint8Array<ArrayBuffer>) =>
    app.get(
      path,
      handle(path, 'public', (c) => c.body(body(), 200, { ...headers, 'Content-Type': type })),
    );
  serve('/openapi.json', 'application/json', () => document);
  serve('/docs', 'text/html; charset=utf-8', () => page);
  serve('/docs/start.js', 'text/javascript', () => start);
  for (const { path, type, file } of assets) serve(path, type, () => readFileSync(new URL(file)));
}
