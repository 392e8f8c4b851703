import { readFileSync } from 'node:fs';
import type { App } from '../http/app.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Handle } from '../http/handle.ts';
import type { Send } from '../http/send.ts';
import { createOpenApi } from './openapi.ts';

const swagger = import.meta.resolve('swagger-ui-dist/package.json');

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
  // The pages load nothing from other origins, which could track readers of the documentation.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** Serves `/openapi.json` for machines and `/docs` for people. Neither needs a key. */
export function serveDocumentation(
  app: App,
  { endpoints, handle, send }: { endpoints: readonly Endpoint[]; handle: Handle; send: Send },
): void {
  const serve = (path: string, type: string, read: () => string | Uint8Array) => {
    let bytes: Uint8Array<ArrayBuffer> | undefined;
    const answer = handle(path, 'public', (c) => {
      bytes ??= new Uint8Array(Buffer.from(read()));
      for (const [name, value] of Object.entries(headers)) c.header(name, value);
      return send(c, { bytes, type, cacheControl: 'no-cache' });
    });
    app.get(path, answer);
  };
  const serveAsset = (name: string, type: string) =>
    serve(`/docs/${name}`, type, () => readFileSync(new URL(name, swagger)));
  serve('/openapi.json', 'application/json', () => JSON.stringify(createOpenApi(endpoints)));
  serve('/docs', 'text/html; charset=utf-8', () => page);
  serve('/docs/start.js', 'text/javascript', () => start);
  serveAsset('swagger-ui.css', 'text/css');
  serveAsset('swagger-ui-bundle.js', 'text/javascript');
}
