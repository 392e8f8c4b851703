import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

// The page of the API for people, made from its OpenAPI 3.1 document.

interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  items?: Schema;
  anyOf?: readonly Schema[];
  [keyword: string]: unknown;
}
type Content = Record<string, { schema?: Schema }>;

interface Operation {
  operationId?: string;
  summary: string;
  tags: readonly string[];
  security?: readonly object[];
  parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

type Paths = Record<string, Record<string, Operation>>;

interface OpenApi {
  info: { title: string; description: string };
  tags: readonly { name: string }[];
  paths: Paths;
  webhooks: Paths;
  components: { schemas: Record<string, Schema> };
}

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** @param document as `createOpenApi` returns it */
export function createHtmlPage(document: object): Html {
  // The cast is safe: the document is made by `createOpenApi`, and a test validates it.
  const { info, tags, paths, webhooks, components } = document as OpenApi;
  const operations = [...operationsOf(paths), ...operationsOf(webhooks)];
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${info.title} API</title>
<link rel="stylesheet" href="/docs/style.css">
<link rel="icon" href="data:,">
<h1>${info.title} API</h1>
<p>${info.description} Machines read <a href="/openapi.json">openapi.json</a>.</p>
<nav aria-label="Contents">${tags.map(({ name }) => html`<a href="#${name}">${name}</a> `)}<a href="#schemas">Schemas</a></nav>
<main>
${tags.map(
  ({ name }) => html`<h2 id="${name}">${name}</h2>
${operations.filter(({ operation }) => operation.tags.includes(name)).map(describeOperation)}`,
)}
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(
  ([
    name,
    schema,
  ]) => html`<details id="schema-${name}"><summary>${name}</summary>${writeJson(schema)}</details>
`,
)}
</main>
</html>
`;
}

interface Placed {
  method: string;
  path: string;
  operation: Operation;
}

function operationsOf(paths: Paths): Placed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

function describeOperation({ method, path, operation }: Placed): Html {
  const { operationId = path, summary, security = [], parameters = [] } = operation;
  const { requestBody, responses } = operation;
  return html`<details id="${operationId}"><summary><code>${method.toUpperCase()} ${path}</code> ${summary}</summary>
<p>${security.length > 0 ? 'Needs a key.' : 'Needs no key.'}</p>
${
  parameters.length > 0 &&
  html`<table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Type</th></tr></thead><tbody>
${parameters.map(
  ({ name, in: place, required, schema }) =>
    html`<tr><td><code>${name}</code></td><td>${place}${required ? ', required' : ''}</td><td>${typeOf(schema)}</td></tr>
`,
)}</tbody></table>`
}
${requestBody && html`<h3>Body${requestBody.required ? ', required' : ''}</h3>${describeContent(requestBody.content)}`}
<h3>Answers</h3>
<dl>${Object.entries(responses).map(
    ([status, { description, content = {} }]) =>
      html`<dt>${status}</dt><dd>${description} ${describeContent(content)}</dd>
`,
  )}</dl></details>
`;
}

function describeContent(content: Content): Html[] {
  return Object.entries(content).map(([type, { schema }]) => {
    if (!schema) return html`<code>${type}</code>`;
    return schema.$ref ? html`<code>${type}</code>: ${typeOf(schema)}` : writeJson(schema);
  });
}

/** A short name of a type, linked to its schema if it has a name. */
function typeOf(schema: Schema): Html | string {
  const { $ref, type, items, anyOf, enum: values } = schema;
  if ($ref) {
    const name = $ref.split('/').at(-1) ?? '';
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (items) return html`list of ${typeOf(items)}`;
  if (values) return values.join(', ');
  if (anyOf) return html`${anyOf.map((one, at) => html`${at > 0 ? ' or ' : ''}${typeOf(one)}`)}`;
  return [type ?? 'any'].flat().join(' or ');
}

function writeJson(schema: Schema): Html {
  return html`<pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>`;
}

/** The style sheet of the page. */
export const style = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
details { border-top: 1px solid color-mix(in srgb, currentcolor 20%, transparent); padding: 0.5rem 0; }
summary { cursor: pointer; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow: auto; max-height: 30rem; padding: 0.75rem; background: color-mix(in srgb, currentcolor 6%, transparent); }
table { border-collapse: collapse; }
td, th { text-align: start; padding: 0.25rem 1rem 0.25rem 0; vertical-align: top; }
dt { font-weight: 600; }
`;
