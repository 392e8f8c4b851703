import { ContentChanged } from '../../model/api/content-changed.ts';
import { EventName, ReleaseEvent } from '../contract/event.ts';
import { toSchema } from './schemas.ts';

const summaries = {
  'release.published': 'A release was published, at once or at its scheduled time',
  'release.scheduled': 'A release was scheduled, or moved to another time',
  'content.changed': 'Other public content changed',
} as const satisfies Record<EventName, string>;

/** The deliveries to hooks (docs/api.md, "Events"). */
export function webhooks(): object {
  return Object.fromEntries(EventName.options.map((name) => [name, { post: operation(name) }]));
}

function operation(name: EventName): object {
  return {
    // Converts the name of an event: `release.published` becomes `releasePublished`.
    operationId: name.replace(/\.(.)/, (_, letter) => letter.toUpperCase()),
    summary: summaries[name],
    tags: ['Events'],
    security: [],
    parameters: headers,
    requestBody: { required: true, content: { 'application/json': { schema: schema(name) } } },
    responses: {
      '2XX': { description: 'Acknowledged: the event is not sent again.' },
      410: { description: 'The receiver is gone: the hook is disabled and gets no more events.' },
      default: {
        description:
          'Failed: the event is sent again, up to ten times in all, at growing intervals.',
      },
    },
  };
}

function schema(name: EventName): object {
  const event = name === ContentChanged.shape.type.value ? ContentChanged : ReleaseEvent;
  const { properties, ...rest } = toSchema(event);
  return { ...rest, properties: { ...(properties as object), type: { const: name } } };
}

/** The headers of a delivery (Standard Webhooks 1.0.0, "Webhook headers"). */
const headers = [
  ['webhook-id', 'Id of the event, the same for each attempt to deliver it.', { type: 'string' }],
  ['webhook-timestamp', 'Time of sending, in seconds since 1970.', { type: 'integer' }],
  [
    'webhook-signature',
    'Signatures as `v1,<base64>`, joined by spaces: HMAC-SHA256 of `<id>.<timestamp>.<body>`.',
    { type: 'string' },
  ],
].map(([name, description, schema]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
}));
