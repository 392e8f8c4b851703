import { Option } from 'commander';
import { newToken, type StoredWebhook } from '../../../src/service/resources/incoming-webhooks.ts';
import {
  incomingWebhookKind,
  type WebhookInput,
} from '../../../src/service/resources/kinds/incoming-webhooks.ts';
import { publicAddress, serviceOrigin } from '../public-address.ts';
import type { Described } from './describe.ts';
import { either, type Field, text } from './field.ts';

/** Asks for another address, and is no field. */
const rotating: Field = {
  name: 'rotate',
  flag: '--rotate',
  example: '--rotate',
  options: [
    new Option('--rotate', 'replace its address, which is printed once; the old one stops working'),
  ],
  read: () => undefined,
};

/** What scripts and forms call; where, is shown once. */
export const incomingWebhooks: Described<StoredWebhook, WebhookInput> = {
  kind: incomingWebhookKind,
  command: 'incoming-webhooks',
  about: 'addresses that create drafts or add subscribers when called',
  fields: [text('name', { flags: '--name <name>', about: 'for people', example: '"CI"' })],
  addFields: [
    text('type', {
      flags: '--type <type>',
      about: 'RELEASE makes a draft, SUBSCRIBER adds an address',
      example: 'RELEASE',
    }),
  ],
  editFields: [
    either('isEnabled', ['--enable', 'enable it'], ['--disable', 'disable it; calls get 404']),
    rotating,
  ],
  besides: (options, isNew) => (isNew || options.rotate ? newPlace() : {}),
  row: ({ id, name, type, isEnabled, lastTriggeredAt }) => [
    ...[id, name, type, isEnabled ? null : 'disabled'],
    lastTriggeredAt && `last called ${lastTriggeredAt}`,
  ],
  toJson: ({ token, ...shown }) => shown,
  once: (_webhook, { url }) =>
    typeof url === 'string'
      ? {
          line: `Its address, shown only now:\n${url}`,
          json: { url },
          warning: publicAddress() === undefined ? guessed : undefined,
        }
      : undefined,
};

function newPlace() {
  const token = newToken();
  return { token, url: `${serviceOrigin()}/incoming/${token}` };
}

const guessed =
  "SERVICE_URL is not set, so the start of the address is a guess. Replace it with the service's public address; the part from /incoming/ on is right.";
