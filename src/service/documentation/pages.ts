import type { App } from '../http/app.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Handle } from '../http/handle.ts';
import type { Send } from '../http/send.ts';
import { createHtmlPage, style } from './html-page.ts';
import { createOpenApi } from './openapi.ts';

const headers = {
  // The pages load nothing from other origins, which could track readers of the documentation.
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** Serves `/openapi.json` for machines and `/docs` for people. Neither needs a key. */
export function serveDocumentation(
  app: App,
  { endpoints, handle, send }: { endpoints: readonly Endpoint[]; handle: Handle; send: Send },
): void {
  const serve = (path: string, type: string, write: () => string | Promise<string>) => {
    let bytes: Uint8Array<ArrayBuffer> | undefined;
    const answer = handle(path, 'public', async (c) => {
      bytes ??= new Uint8Array(Buffer.from(await write()));
      for (const [name, value] of Object.entries(headers)) c.header(name, value);
      return send(c, { bytes, type, cacheControl: 'no-cache' });
    });
    app.get(path, answer);
  };
  const document = () => createOpenApi(endpoints);
  serve('/openapi.json', 'application/json', () => JSON.stringify(document()));
  serve('/docs', 'text/html; charset=utf-8', async () => String(await createHtmlPage(document())));
  serve('/docs/style.css', 'text/css', () => style);
}
