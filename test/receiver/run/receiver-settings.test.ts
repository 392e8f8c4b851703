import { expect, test } from 'vitest';
import { createLog } from '../../../src/lib/log.ts';
import { SettingsError } from '../../../src/model/errors.ts';
import { readReceiverSettings } from '../../../src/receiver/run/receiver-settings.ts';
import { delivery, headersOf, secret, signed } from '../http/delivery.ts';

const api = { API_BASE_URL: 'https://api.example.com', API_KEY: 'k' };
const other = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const token = 'b7f1d3c09a5e4826b1f7d3c09a5e4826';
const act = async () => ({ kind: 'live' as const, generation: undefined });
const read = (env: Record<string, string>) => readReceiverSettings({ ...api, ...env }, ['api']);

test.each([
  [{}, /WEBHOOK_SECRET is missing/],
  [{ WEBHOOK_SECRET: '' }, /WEBHOOK_SECRET is missing/],
  [{ WEBHOOK_SECRET: 'whsec_tooShort' }, /WEBHOOK_SECRET is not usable/],
  [{ WEBHOOK_SECRET: `${secret},whsec_tooShort` }, /WEBHOOK_SECRET is not usable/],
  [{ WEBHOOK_PROOF: 'hmac' }, /WEBHOOK_HMAC_SECRET is missing/],
  [{ WEBHOOK_PROOF: 'token' }, /WEBHOOK_TOKEN is missing/],
  [{ WEBHOOK_PROOF: 'token', WEBHOOK_TOKEN: 'x'.repeat(31) }, /WEBHOOK_TOKEN is not usable/],
  [{ WEBHOOK_PROOF: 'none' }, /WEBHOOK_PROOF is not usable/],
  [{ WEBHOOK_GITHUB_SECRET: 'short' }, /WEBHOOK_GITHUB_SECRET is not usable/],
  [
    { WEBHOOK_GITHUB_SECRET: '0123456789abcdef', WEBHOOK_PROOF: 'standard' },
    /WEBHOOK_SECRET is missing/,
  ],
  [{ WEBHOOK_SECRET: secret, WEBHOOK_TOKEN: 'short' }, /WEBHOOK_TOKEN is not usable/],
  [{ WEBHOOK_ACTION: 'hook' }, /WEBHOOK_SECRET is missing[\s\S]*DEPLOY_HOOKS is missing/],
  [{ WEBHOOK_ACTION: 'command' }, /DEPLOY_COMMAND is missing/],
  [{ WEBHOOK_ACTION: 'hook', DEPLOY_HOOKS: 'http://example.com' }, /DEPLOY_HOOKS is not usable/],
  [
    {
      WEBHOOK_ACTION: 'hook',
      DEPLOY_HOOKS: 'https://a.example/1, https://api.github.com/repos/o/r/dispatches',
    },
    /DEPLOY_HOOK_TOKEN is missing/,
  ],
])('refuses %j, and says what is missing', (env, why) => {
  expect(() => read(env)).toThrow(SettingsError);
  expect(() => read(env)).toThrow(why);
});

test.each([
  [['github'], 'WEBHOOK_GITHUB_SECRET is enough'],
  [['forgejo', 'changelog'], 'WEBHOOK_FORGEJO_SECRET is enough'],
  [['markdown'], 'WEBHOOK_GITHUB_SECRET or WEBHOOK_FORGEJO_SECRET is enough'],
])('names the secret that is enough for the sources %j', (kinds, enough) => {
  expect(() => readReceiverSettings({}, kinds)).toThrow(
    `; for the webhook of a repository, ${enough}\n`,
  );
});

test('names no other secret if the API is a source, or the proof is set', () => {
  const why = (env: Record<string, string>, kinds: string[]) => {
    try {
      return String(readReceiverSettings(env, kinds));
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const message of [why(api, ['github', 'api']), why({ WEBHOOK_PROOF: 'hmac' }, ['github'])]) {
    expect(message).toMatch(/SECRET is missing/);
    expect(message).not.toContain('enough');
  }
});

test.each([
  [{ WEBHOOK_INBOX: 'dist/webhook.db' }, /^WEBHOOK_INBOX=.*dist\/webhook.db is in .*dist,/],
  [{ OUT_DIR: '/srv/x/dist', CONTENT_DIR: '/srv/x/generations/content' }, /^CONTENT_DIR=.* is in/],
  [{ OUT_DIR: 'a/b', WEBHOOK_INBOX: 'a/b' }, /^WEBHOOK_INBOX=.* is in/],
])('refuses %j, which publishing would delete with the replaced site', (env, why) => {
  const reading = () => read({ WEBHOOK_SECRET: secret, ...env });
  expect(reading).toThrow(SettingsError);
  expect(reading).toThrow(why);
});

test.each([
  { OUT_DIR: 'dist', WEBHOOK_INBOX: 'dist.db', CONTENT_DIR: 'distant/content' },
  { WEBHOOK_INBOX: 'dist/webhook.db', WEBHOOK_ACTION: 'hook', DEPLOY_HOOKS: 'https://a.example/1' },
])('accepts %j, where publishing deletes nothing', (env) => {
  expect(read({ WEBHOOK_SECRET: secret, ...env })).toMatchObject({
    WEBHOOK_INBOX: env.WEBHOOK_INBOX,
  });
});

test('needs settings of the API only if it is a source', () => {
  const env = { WEBHOOK_SECRET: secret };
  expect(() => readReceiverSettings(env, ['github', 'api'])).toThrow(/API_BASE_URL is missing/);
  expect(readReceiverSettings(env, ['github'])).toMatchObject({ WEBHOOK_PORT: 4020 });
});

test('accepts several signing secrets during a rotation', () => {
  const { verify } = read({ WEBHOOK_SECRET: `${other}, ${secret}` });
  const one = signed();
  const now = new Date(Number(one.timestamp) * 1000);
  expect(verify?.(delivery(headersOf(one), one.body), now).kind).toBe('genuine');
});

test.each([
  [{ WEBHOOK_PROOF: 'hmac', WEBHOOK_HMAC_SECRET: '0123456789abcdef' }, /X-Hub-Signature-256/],
  [{ WEBHOOK_PROOF: 'token', WEBHOOK_TOKEN: token }, /a valid token/],
  [{ WEBHOOK_SECRET: secret }, /webhook-id/],
])('with %j requires that kind of verification', (env, why) => {
  expect(read(env).verify?.(delivery({}), new Date())).toMatchObject({ kind: 'refused', why });
});

test.each([
  [{ WEBHOOK_GITHUB_SECRET: '0123456789abcdef' }, false, ['github']],
  [{ WEBHOOK_GITHUB_SECRET: '0123456789abcdef', WEBHOOK_TOKEN: token }, false, ['github']],
  [{ WEBHOOK_GITHUB_SECRET: '0123456789abcdef', WEBHOOK_SECRET: secret }, true, ['github']],
  [{ WEBHOOK_SECRET: secret }, true, []],
])('with %j the address for releases is on: %j, and those of forges are %j', (env, isOn, names) => {
  const { verify, forges } = readReceiverSettings(env, ['github']);
  expect([verify !== undefined, forges.map(({ name }) => name)]).toEqual([isOn, names]);
});

test('accepts several secrets of a forge during a rotation', () => {
  const env = { WEBHOOK_GITHUB_SECRET: '0123456789abcdef, fedcba9876543210' };
  const [{ secrets } = { secrets: [] }] = readReceiverSettings(env, ['github']).forges;
  expect(secrets).toEqual(['0123456789abcdef', 'fedcba9876543210']);
});

test('accepts the token for the status with each kind of verification', () => {
  expect(read({ WEBHOOK_SECRET: secret }).token).toBeUndefined();
  expect(read({ WEBHOOK_SECRET: secret, WEBHOOK_TOKEN: token }).token).toBe(token);
});

test.each([
  [{}, ['http://localhost:4321']],
  [{ SITE_URL: 'https://changelog.example.com' }, ['https://changelog.example.com']],
  [{ SITE_URL: 'https://changelog.acme.io' }, []],
  // With a deploy hook, the site is built elsewhere with its own SITE_URL.
  [{ WEBHOOK_ACTION: 'hook', DEPLOY_HOOKS: 'https://a.example/1' }, []],
])('with %j warns about a placeholder SITE_URL: %j', (env, reported) => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } });
  read({ WEBHOOK_SECRET: secret, ...env }).createAction(log, {
    handOn: { command: () => act, hook: () => act },
  });
  const messages = lines.map((line) => JSON.parse(line).msg);
  expect(messages).toEqual(
    reported.map((url) =>
      expect.stringContaining(`links contain ${url}, which readers cannot reach`),
    ),
  );
});

test('refuses a bucket if the bucket tool is removed, and says what to do', () => {
  const env = {
    WEBHOOK_SECRET: secret,
    PUBLISH_BUCKET: 'changelog',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
    AWS_REGION: 'eu-west-1',
  };
  const log = createLog({ level: 'silent' });
  expect(() => read(env).createAction(log, {})).toThrow(
    /PUBLISH_BUCKET is set.*lacks the tool for it.*src\/tools\/bucket.*scripts\/tools\.ts/,
  );
});

test.each([
  { WEBHOOK_ACTION: 'hook', DEPLOY_HOOKS: 'https://a.example/1' },
  { WEBHOOK_ACTION: 'command', DEPLOY_COMMAND: 'true' },
])('refuses %j if the tool for it is removed, and says what to do', (env) => {
  const log = createLog({ level: 'silent' });
  expect(() => read({ WEBHOOK_SECRET: secret, ...env }).createAction(log, {})).toThrow(
    /lacks the tool for it.*src\/tools\/hand-on.*scripts\/tools\.ts/,
  );
});
