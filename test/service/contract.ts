import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createOpenApi } from '../../src/service/documentation/openapi.ts';
import type { Deps } from '../../src/service/endpoints/deps.ts';
import { endpointsOf } from '../../src/service/endpoints/endpoints.ts';

/**
 * The OpenAPI document as the service builds it. Building it calls no handler, so the dependencies
 * can be empty.
 */
export const openApi = JSON.parse(JSON.stringify(createOpenApi(endpointsOf({} as Deps))));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(closed(openApi), 'openapi');

const templates = Object.keys(openApi.paths).map((template) => ({
  template,
  pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/**
 * Checks a response against the OpenAPI document.
 * @throws if its status or a field is not documented, its body has another shape, or an error has
 * no error body
 */
export function checkAnswer(call: {
  method: string;
  path: string;
  status: number;
  body: unknown;
}): void {
  const { method, path, status, body } = call;
  const template = templateOf(path);
  const operation = template && openApi.paths[template][method.toLowerCase()];
  if (operation && !(status in operation.responses))
    throw new Error(`${method} ${template} does not document the status ${status}`);
  const pointer = operation
    ? ['paths', template, method.toLowerCase(), 'responses', String(status)]
    : undefined;
  if (pointer && operation.responses[status].content?.['application/json'])
    check([...pointer, 'content', 'application/json', 'schema'], body);
  else if (status >= 400) check(['components', 'schemas', 'ErrorBody'], body);
}

/** @throws if an event does not match the schema that the OpenAPI document has for its type */
export function checkEvent(event: { type: string }): void {
  const content = ['post', 'requestBody', 'content', 'application/json', 'schema'];
  const known = Object.keys(openApi.webhooks).includes(event.type);
  if (!known) throw new Error(`the document does not tell of the event ${event.type}`);
  check(['webhooks', event.type, ...content], event);
}

/** The path template of the OpenAPI document that a URL matches. */
function templateOf(path: string): string | undefined {
  const pathname = URL.parse(path, 'http://localhost')?.pathname;
  return templates.find(({ pattern }) => pattern.test(pathname ?? ''))?.template;
}

function check(pointer: string[], body: unknown): void {
  const escaped = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'));
  const reference = `openapi#/${escaped.map(encodeURIComponent).join('/')}`;
  const validate = ajv.getSchema(reference) ?? ajv.compile({ $ref: reference });
  if (validate(body)) return;
  throw new Error(
    `${pointer.join(' ')} is not what was answered: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
  );
}

/**
 * The OpenAPI document with `additionalProperties: false` on every object, so that undocumented
 * fields fail.
 */
function closed(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) =>
    value?.type === 'object' && value.properties && !('additionalProperties' in value)
      ? { ...value, additionalProperties: false }
      : value,
  );
}
