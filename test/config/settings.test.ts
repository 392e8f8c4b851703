import { describe, expect, test } from 'vitest';
import { isLoopback } from '../../src/config/setting-schemas.ts';
import {
  definitions,
  parseSettings,
  type SettingName,
  secretsIn,
  withoutSecrets,
} from '../../src/config/settings.ts';
import { keepForSite, siteEnvironment } from '../../src/config/site-environment.ts';
import { sourceSettings } from '../../src/config/source-settings.ts';
import { SettingsError } from '../../src/model/errors.ts';

const parse = (name: SettingName, value: string | undefined) =>
  parseSettings({ [name]: value }, [name])[name];
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

describe('accepts', () => {
  test.each<[SettingName, string | undefined, unknown]>([
    ['API_BASE_URL', 'https://api.example.com', 'https://api.example.com'],
    ['API_BASE_URL', 'https://api.example.com/', 'https://api.example.com'],
    ['API_BASE_URL', 'https://example.com/api/', 'https://example.com/api'],
    ['API_BASE_URL', 'http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['API_BASE_URL', 'http://localhost:4010', 'http://localhost:4010'],
    ['API_BASE_URL', 'http://[::1]:4010', 'http://[::1]:4010'],
    ['API_KEY', 'wm_3f9c+/=~!', 'wm_3f9c+/=~!'],
    ['API_AUTH', undefined, 'bearer'],
    ['API_AUTH', '', 'bearer'],
    ['API_AUTH', 'basic', 'basic'],
    ['SITE_URL', undefined, 'http://localhost:4321'],
    ['SITE_URL', 'https://changelog.example.com/', 'https://changelog.example.com'],
    ['BASE_PATH', undefined, '/'],
    ['BASE_PATH', '/notes', '/notes/'],
    ['BASE_PATH', '/a/b-c.d_e~f/', '/a/b-c.d_e~f/'],
    ['CONTENT_DIR', undefined, 'content'],
    ['CONTENT_DIR', '/srv/content', '/srv/content'],
    ['OUT_DIR', undefined, 'dist'],
    ['WEBHOOK_SECRET', secret, [secret]],
    ['WEBHOOK_SECRET', `${secret}, ${secret}=`, [secret, `${secret}=`]],
    ['WEBHOOK_PROOF', undefined, 'standard'],
    ['WEBHOOK_HMAC_HEADER', 'X-My-Signature', 'X-My-Signature'],
    ['WEBHOOK_TOKEN', 'x'.repeat(32), 'x'.repeat(32)],
    ['WEBHOOK_HOST', undefined, '127.0.0.1'],
    ['WEBHOOK_INBOX', undefined, 'webhook.db'],
    ['WEBHOOK_RATE_LIMIT', undefined, 1200],
    ['WEBHOOK_RATE_LIMIT', '0', 0],
    ['WEBHOOK_POLL_MINUTES', undefined, 10],
    ['WEBHOOK_POLL_MINUTES', '0', 0],
    ['WEBHOOK_ACTION', undefined, 'local'],
    ['DEPLOY_TIMEOUT', undefined, 600],
    [
      'DEPLOY_HOOKS',
      'https://a.example/1?k=2,http://127.0.0.1:1/',
      ['https://a.example/1?k=2', 'http://127.0.0.1:1/'],
    ],
    ['WEBHOOK_PORT', undefined, 4020],
    ['WEBHOOK_PORT', '0', 0],
    ['WEBHOOK_PORT', '65535', 65535],
  ])('%s=%s', (name, value, taken) => {
    expect(parse(name, value)).toEqual(taken);
  });

  test.each(Object.entries(definitions))('the documented example of %s', (name, { example }) => {
    if (name === 'API_KEY') expect(parse('API_KEY', example.replace('…', ''))).toBe('wm_3f9c');
    else expect(`${parse(name as SettingName, example)}`).toBe(example);
  });
});

describe('refuses', () => {
  test.each<[SettingName, string | undefined]>([
    ['API_BASE_URL', undefined],
    ['API_BASE_URL', 'api.example.com'],
    ['API_BASE_URL', 'http://api.example.com'],
    ['API_BASE_URL', 'http://127.0.0.1.example.com'],
    ['API_BASE_URL', 'http://localhost.example.com'],
    ['API_BASE_URL', 'http://0.0.0.0:4010'],
    ['API_BASE_URL', 'ftp://127.0.0.1'],
    ['API_BASE_URL', 'https://api.example.com/v1'],
    ['API_BASE_URL', 'https://api.example.com/v1/'],
    ['API_BASE_URL', 'https://key@api.example.com'],
    ['API_BASE_URL', 'https://:key@api.example.com'],
    ['API_BASE_URL', 'https://user:key@api.example.com'],
    ['API_BASE_URL', 'https://api.example.com/?key=x'],
    ['API_BASE_URL', 'https://api.example.com/#x'],
    ['API_KEY', undefined],
    ['API_KEY', ''],
    ['API_KEY', 'two words'],
    ['API_KEY', 'line\nbreak'],
    ['API_KEY', 'schlüssel'],
    ['API_AUTH', 'digest'],
    ['SITE_URL', 'changelog.example.com'],
    ['SITE_URL', 'ftp://changelog.example.com'],
    ['SITE_URL', 'https://example.com/notes'],
    ['SITE_URL', 'https://example.com/?a=b'],
    ['SITE_URL', 'https://example.com/#notes'],
    ['SITE_URL', 'https://user@example.com'],
    ['SITE_URL', 'https://:word@example.com'],
    ['BASE_PATH', 'notes'],
    ['BASE_PATH', '//notes'],
    ['BASE_PATH', '/a//b'],
    ['BASE_PATH', '/../notes'],
    ['BASE_PATH', '/a b'],
    ['BASE_PATH', '/a?b'],
    ['WEBHOOK_SECRET', undefined],
    ['WEBHOOK_SECRET', secret.replace('whsec_', '')],
    ['WEBHOOK_SECRET', 'whsec_tooShort'],
    ['WEBHOOK_SECRET', `${secret}%`],
    ['WEBHOOK_SECRET', `${secret},`],
    ['WEBHOOK_PROOF', 'none'],
    ['WEBHOOK_HMAC_SECRET', 'fifteen chars..'],
    ['WEBHOOK_HMAC_SECRET', 'with a space in it'],
    ['WEBHOOK_HMAC_HEADER', 'X Signature'],
    ['WEBHOOK_TOKEN', 'x'.repeat(31)],
    ['WEBHOOK_TOKEN', ' '.repeat(32)],
    ['WEBHOOK_RATE_LIMIT', '-1'],
    ['WEBHOOK_RATE_LIMIT', '1e3'],
    ['WEBHOOK_POLL_MINUTES', '1441'],
    ['WEBHOOK_POLL_MINUTES', 'often'],
    ['WEBHOOK_ACTION', 'none'],
    ['DEPLOY_COMMAND', undefined],
    ['DEPLOY_TIMEOUT', '0'],
    ['DEPLOY_HOOKS', 'http://a.example/1'],
    ['DEPLOY_HOOKS', 'https://user:word@a.example/1'],
    ['DEPLOY_HOOKS', 'https://a.example/1,'],
    ['DEPLOY_HOOK_TOKEN', 'two words and more of them'],
    ['WEBHOOK_PORT', 'many'],
    ['WEBHOOK_PORT', '-1'],
    ['WEBHOOK_PORT', '65536'],
    ['WEBHOOK_PORT', '40.5'],
    ['WEBHOOK_PORT', ' '],
  ])('%s=%j', (name, value) => {
    expect(() => parse(name, value)).toThrow(SettingsError);
  });
});

test('reports all problems together, each with an example', () => {
  const names = Object.keys(definitions) as SettingName[];
  const bad = { API_AUTH: 'digest', SITE_URL: 'x', BASE_PATH: 'x', WEBHOOK_PORT: 'x' };
  expect(() => parseSettings(bad, names)).toThrowErrorMatchingInlineSnapshot(`
    [SettingsError: Some settings are invalid:
      API_BASE_URL is missing: expected the API's https:// address without /v1 (http:// only for this machine, such as 127.0.0.1); for example API_BASE_URL=https://api.example.com
      API_KEY is missing: expected the API key, without spaces; for example API_KEY=wm_3f9c…
      API_AUTH is not usable: expected "bearer" or "basic"; for example API_AUTH=bearer
      SITE_URL is not usable: expected the public site's address without a path; for example SITE_URL=https://changelog.example.com
      BASE_PATH is not usable: expected the site's path, starting with a slash; for example BASE_PATH=/notes/
      WEBHOOK_SECRET is missing: expected the secret that signs events: whsec_ and at least 24 bytes in base64; during a rotation, the new and the old secret, separated by a comma; for example WEBHOOK_SECRET=whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
      WEBHOOK_HMAC_SECRET is missing: expected the key of the HMAC: at least 16 characters without spaces and commas; during a rotation, the new and the old key, separated by a comma; for example WEBHOOK_HMAC_SECRET=5f2b0c1e9d8a47b6
      WEBHOOK_TOKEN is missing: expected a token of at least 32 characters without spaces; for example WEBHOOK_TOKEN=b7f1d3c09a5e4826b1f7d3c09a5e4826
      WEBHOOK_PORT is not usable: expected a port number from 0 to 65535 (0: any free one); for example WEBHOOK_PORT=4020
      DEPLOY_COMMAND is missing: expected a command for sh, with OUT_DIR and GENERATION in its environment; for example DEPLOY_COMMAND=rclone sync "$OUT_DIR/" cdn:changelog
      DEPLOY_HOOKS is missing: expected https:// addresses of build hooks (http:// only for this machine), separated by commas; for example DEPLOY_HOOKS=https://api.netlify.com/build_hooks/5f2b0c1e9d8a47b6
      DEPLOY_HOOK_TOKEN is missing: expected the token for GitHub's repository_dispatch, without spaces; for example DEPLOY_HOOK_TOKEN=github_pat_11AAAAAAA0123456789
    Set them in the environment or in .env (see .env.example).]
  `);
});

test.each([
  ['https://acme.github.io/board', 'SITE_URL=https://acme.github.io and BASE_PATH=/board/'],
  ['http://acme.dev/a/b/', 'SITE_URL=http://acme.dev and BASE_PATH=/a/b/'],
  ['https://me:secret@acme.dev/a', 'for example SITE_URL=https://changelog.example.com'],
  ['https://acme.dev/?a', 'for example SITE_URL=https://changelog.example.com'],
])('for SITE_URL=%s, proposes %s', (value, proposed) => {
  expect(() => parseSettings({ SITE_URL: value }, ['SITE_URL'])).toThrow(
    `without a path; ${proposed}\n`,
  );
});

test('recognises secrets and removes them from the environment of other programs', () => {
  const env = { API_KEY: 'k', WEBHOOK_SECRET: 'a, b', PATH: '/bin', OUT_DIR: 'dist', HOME: '' };
  expect(secretsIn(env)).toEqual(['k', 'k', 'a, b', 'a', 'b']);
  expect(withoutSecrets(env)).toEqual({ PATH: '/bin', OUT_DIR: 'dist', HOME: '' });
});

test.each(Object.keys(sourceSettings).filter((name) => name.endsWith('_TOKEN')))(
  'hides %s, and other tokens whose names begin with it',
  (name) => {
    const env = { [name]: 'first', [`${name}_OTHER`]: 'other', [`${name}ISH`]: 'open' };
    expect(secretsIn(env)).toEqual(expect.arrayContaining(['first', 'other']));
    expect(withoutSecrets(env)).toEqual({ [`${name}ISH`]: 'open' });
  },
);

test.each(['API_KEY', 'WEBHOOK_SECRET', 'API_BASE_URL', 'DEPLOY_HOOKS'] as const)(
  'never repeats an invalid value of %s, which may be secret',
  (name) => {
    const value = 'https://u:hush hush@[';
    expect(() => parse(name, value)).toThrow(/^(?!.*hush)/s);
  },
);

test('checks only the settings that a command needs', () => {
  expect(parseSettings({ WEBHOOK_PORT: 'bad' }, ['OUT_DIR'])).toEqual({ OUT_DIR: 'dist' });
});

test.each([
  ['127.9.9.9', true],
  ['[::1]', true],
  ['localhost', true],
  ['127.0.0.1.example.com', false],
  ['[::ffff:7f00:1]', false],
  ['192.168.0.1', false],
])('isLoopback(%s) is %s', (hostname, own) => {
  expect(isLoopback(hostname)).toBe(own);
});

test('the site’s own code gets only system, build and PUBLIC_ variables', () => {
  const env = {
    PATH: '/bin',
    SITE_URL: 'https://changelog.example.com',
    PUBLIC_ANALYTICS: 'id',
    LC_ALL: 'C',
    API_KEY: 'a',
    AWS_PROFILE: 'b',
    AWS_SECRET_ACCESS_KEY: 'c',
    SMTP_PASSWORD: 'd',
    DATABASE_URL: 'e',
    PUBLISH_BUCKET: 'f',
    NPM_TOKEN: 'g',
  };
  const { PATH, SITE_URL, PUBLIC_ANALYTICS, LC_ALL } = env;
  const expected = { PATH, SITE_URL, PUBLIC_ANALYTICS, LC_ALL };
  expect(siteEnvironment(env)).toEqual(expected);
  const kept: Record<string, string | undefined> = { ...env };
  keepForSite(kept);
  expect(kept).toEqual(expected);
});
