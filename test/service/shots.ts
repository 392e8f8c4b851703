import fc from 'fast-check';
import { anyText, anyUrl } from '../support/any-text.ts';
import { openApi } from './contract.ts';
import { apiKey } from './start.ts';

export interface Shot {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const ids = [
  'oldest',
  'draft',
  'timed',
  'first',
  's-news',
  'i-r',
  'i-s',
  'token-for-releases-1',
  'token-for-subscribers-1',
  'token-for-milestones-1',
];
const known = Object.keys(openApi.paths);
const parameters = [
  'offset',
  'limit',
  'slug',
  'is_public',
  'status',
  'project_id',
  'label_ids',
  'list_ids',
  'type',
  '__proto__',
  'toString',
];

const ascii = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
});
const segment = fc.oneof(
  fc.constantFrom(...ids),
  ascii.map((raw) => raw.replaceAll(/[/?#]/g, '')),
);
const route = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom(...known), segment)
      .map(([template, id]) => template.replace(/\{\w+\}/, id)),
  },
  { weight: 1, arbitrary: ascii.map((rest) => `/${rest}`) },
);
const pair = fc.tuple(
  fc.oneof(fc.constantFrom(...parameters), ascii),
  fc.oneof(ascii, fc.integer().map(String), fc.constantFrom('true', 'DRAFT', 'RELEASE')),
);
const query = fc
  .array(pair, { maxLength: 4 })
  .map((pairs) => pairs.map((one) => one.join('=')).join('&'));

const credentials = fc.oneof(
  { weight: 6, arbitrary: fc.constant(`Bearer ${apiKey}`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('Bearer', 'Basic', 'constructor', ''), ascii)
      .map((both) => both.join(' ')),
  },
);
const oddHeaders = fc.dictionary(
  fc.constantFrom(
    'x-forwarded-for',
    'x-forwarded-proto',
    'forwarded',
    'content-type',
    'accept',
    'if-none-match',
    'range',
    'expect-ct',
    'x-http-method-override',
  ),
  ascii,
  { maxKeys: 2 },
);

/** Mostly a valid value for a field of a body, sometimes any JSON value. */
const field = (valid: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 4, arbitrary: valid }, { weight: 1, arbitrary: fc.jsonValue() });
const text = anyText();
const slug = fc.integer({ min: 0 }).map((n) => `slug-${n}`);
const nearlyValid = fc.record(
  {
    title: field(text),
    body: field(text),
    slug: field(slug),
    status: field(fc.constantFrom('DRAFT', 'RELEASED', 'SCHEDULED')),
    is_public: field(fc.boolean()),
    project_id: field(fc.constantFrom('p-web', null)),
    label_ids: field(fc.array(fc.constantFrom('l-speed', 'l-safety'))),
    version: field(text),
    hero: field(fc.record({ type: fc.constantFrom('image', 'video'), url: anyUrl() })),
    attachments: field(
      fc.array(
        fc.record({
          id: text,
          type: fc.constant('LINK'),
          content: fc.record({ title: text, url: anyUrl() }),
        }),
        { maxLength: 2 },
      ),
    ),
    changes: field(
      fc.array(fc.record({ id: text, changeId: fc.constant('fixed'), content: text }), {
        maxLength: 2,
      }),
    ),
    scheduled_at: field(fc.date({ noInvalidDate: true }).map((date) => date.toISOString())),
    name: field(text),
    isEnabled: field(fc.boolean()),
    email: field(fc.emailAddress()),
    list_ids: field(fc.array(fc.constantFrom('s-news', 's-alerts'))),
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  { weight: 6, arbitrary: nearlyValid.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: text },
);

/** Any request that HTTP allows, mostly close to what the API accepts. */
export const shots: fc.Arbitrary<Shot> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'),
    route,
    query,
    credentials,
    oddHeaders,
    body,
  })
  .map(({ method, route, query, credentials, oddHeaders, body }) => ({
    method,
    path: query ? `${route}?${query}` : route,
    headers: { 'content-type': 'application/json', ...oddHeaders, authorization: credentials },
    body: method === 'GET' ? undefined : body,
  }));
