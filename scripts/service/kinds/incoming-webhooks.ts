import { Option } from 'commander';
import { newToken, type StoredWebhook } from '../../../src/service/resources/incoming-webhooks.ts';
import {
  incomingWebhookKind,
  type WebhookInput,
} from '../../../src/service/resources/kinds/incoming-webhooks.ts';
import { publicAddress, serviceOrigin } from '../public-address.ts';
import type { Described } from './describe.ts';
import { type Field, switchField, textField } from './field.ts';

/** Not a field of the resource: this option replaces the webhook's address with a new address. */
const rotating: Field = {
  name: 'rotate',
  flag: '--rotate',
  example: '--rotate',
  options: [new Option('--rotate', 'replace its address, and print the new address once')],
  read: () => undefined,
};

/** Addresses that scripts and forms can call. Each address is shown only once. */
export const incomingWebhooks: Described<StoredWebhook, WebhookInput> = {
  kind: incomingWebhookKind,
  command: 'incoming-webhooks',
  about: 'addresses that create a draft or add a subscriber when called',
  fields: [textField('name', '--name <name>', 'for people', '"CI"')],
  addFields: [
    textField(
      'type',
      '--type <type>',
      'RELEASE creates a draft, SUBSCRIBER adds a subscriber',
      'RELEASE',
    ),
  ],
  editFields: [
    switchField(
      'isEnabled',
      ['--enable', 'answer calls again'],
      ['--disable', 'answer calls with 404'],
    ),
    rotating,
  ],
  extraInput: (options, isNew) => (isNew || options.rotate ? newPlace() : {}),
  row: ({ id, name, type, isEnabled, lastTriggeredAt }) => [
    ...[id, name, type, isEnabled ? null : 'disabled'],
    lastTriggeredAt && `last called ${lastTriggeredAt}`,
  ],
  toJson: ({ token, ...shown }) => shown,
  once: (_webhook, { url }) =>
    typeof url === 'string'
      ? {
          line: `The address of the webhook is shown only now:\n${url}`,
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
  'SERVICE_URL is not set, so the origin of the address is a guess. Replace the origin with the public origin of the service. The path from /incoming/ on is right.';
