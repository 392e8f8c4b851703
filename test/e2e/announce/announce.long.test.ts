import { readFile, writeFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { startChats } from '../../support/fake-chats.ts';
import { secrets, startWebhook } from '../scripts/webhook-process.ts';
import { announcedSite, secret } from './announced-site.ts';

test('a release is announced once at each target, after its page is live', async () => {
  await using chats = await startChats();
  await using site = await announcedSite(chats);
  await site.release('1.0.0');
  await site.publish();
  const first = await site.run('announce');
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toContain('slack ANNOUNCE_SLACK is new. The releases so far (1)');
  expect(chats.messages).toEqual([]);

  await site.release(
    '1.1.0',
    '## Breaking changes\n\n- Old tokens <b>end</b>\n\n## Fixed\n\n- A & B\n',
  );
  await site.release('1.1.1', '- Quiet\n', 'announce: false\n');
  await site.run('sync');
  const early = await site.run('announce', '--wait', '0');
  expect(early.code).toBe(3);
  expect(early.stderr).toMatch(/held: .* \(its page cannot be loaded: status 404\)/);
  expect(chats.messages).toEqual([]);

  await site.publish();
  const sent = await site.run('announce');
  expect(sent).toMatchObject({ code: 0, stderr: '' });
  expect(chats.refused).toEqual([]);
  expect(chats.messages.map(({ side }) => side).sort()).toEqual(['discord', 'slack', 'webhook']);
  const by = Object.fromEntries(chats.messages.map((one) => [one.side, one]));
  const slack = JSON.parse(by.slack?.body ?? '{}');
  expect(slack.blocks[0].text.text).toBe('Acme 1.1.0');
  expect(slack.blocks[1].text.text).toBe('*Needs action*\n• Old tokens end');
  expect(slack.blocks[2].text.text).toBe('• A &amp; B');
  expect(slack.blocks[3].text.text).toBe(`<${site.url}/releases/board-1-1-0/|Read more>`);
  const { body = '', headers } = by.webhook ?? {};
  const given = Object.fromEntries(headers ?? []);
  expect(new Webhook(secret).verify(body, given)).toMatchObject({ type: 'release.announced' });

  expect(await site.run('announce')).toMatchObject({ code: 0 });
  expect(chats.messages.length).toBe(3);
  const told = [early, sent].map(({ stdout, stderr }) => stdout + stderr).join();
  for (const text of [told, await site.ledger()]) expect(text).not.toContain('s3cr3t');
});

test('another site, a pull request and another branch announce nothing', async () => {
  await using chats = await startChats();
  await using site = await announcedSite(chats);
  await site.release('1.0.0');
  await site.run('sync');
  await writeFile(site.file('event.json'), '{"repository":{"default_branch":"main"}}');
  const cases: [Record<string, string>, RegExp][] = [
    [
      { SITE_URL: 'https://staging.example' },
      /announces from http.* but this site is https:\/\/staging/,
    ],
    [{ GITHUB_EVENT_NAME: 'pull_request' }, /belongs to a pull request/],
    [
      { GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'next', GITHUB_EVENT_PATH: 'event.json' },
      /on the branch next, but only main announces/,
    ],
    [{ ANNOUNCE_SLACK: '' }, /ANNOUNCE_SLACK is not set/],
    [
      { ANNOUNCE_SLACK: 'https://discord.com/api/webhooks/1/s3cr3t' },
      /looks like an address of discord/,
    ],
    [
      { ANNOUNCE_HOOK: 'http://10.0.0.1/s3cr3t' },
      /ANNOUNCE_HOOK is no address for webhook. It needs the form https:\/\//,
    ],
  ];
  for (const [env, message] of cases) {
    Object.assign(site.env, env);
    const { code, stderr } = await site.run('announce');
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(stderr).not.toContain('s3cr3t');
    for (const name of Object.keys(env)) Reflect.deleteProperty(site.env, name);
    Object.assign(site.env, {
      SITE_URL: site.url,
      ANNOUNCE_SLACK: chats.address('slack'),
      ANNOUNCE_HOOK: chats.address('webhook'),
    });
  }
});

test('a dry run shows each message, also those that more than ten at once would hold', async () => {
  await using chats = await startChats();
  await using site = await announcedSite(chats);
  await site.release('1.0.0');
  await site.run('sync');
  await site.run('announce');
  for (let n = 1; n <= 11; n += 1) await site.release(`1.${n}.0`);
  await site.run('sync');
  const { code, stdout, stderr } = await site.run('announce', '--dry-run');
  expect(code).toBe(0);
  expect(stdout).toContain('3 messages would be sent.');
  expect(stdout).toContain('1.11.0');
  expect(stderr.match(/held: /g)).toHaveLength(33);
  expect(chats.messages).toEqual([]);
});

test('nothing is sent if the claims cannot be stored, as when another run has them', async () => {
  await using chats = await startChats();
  await using site = await announcedSite(chats);
  await site.release('1.0.0');
  await site.publish();
  await site.run('announce');
  await site.release('1.1.0');
  await site.publish();
  const before = await site.ledger();
  const refused = await site.run('announce', '--claim-with', 'echo taken >&2; exit 1');
  expect([refused.code, chats.messages]).toEqual([3, []]);
  expect(refused.stderr).toMatch(/--claim-with failed, so nothing was sent: taken/);
  expect(await site.ledger()).toBe(before);
  const claims = `grep -c '"state": "claimed"' announce-ledger.json > claims`;
  expect(await site.run('announce', '--claim-with', claims)).toMatchObject({ code: 0 });
  expect(await readFile(site.file('claims'), 'utf8')).toBe('3\n');
  expect(chats.messages).toHaveLength(3);
});

test('a target whose address is gone is off until it has another one', async () => {
  await using chats = await startChats();
  await using site = await announcedSite(chats);
  await writeFile(
    site.file('announce.yaml'),
    `site: ${site.url}\ntargets:\n  - slack: ANNOUNCE_SLACK\n`,
  );
  await site.release('1.0.0');
  await site.publish();
  await site.run('announce');
  for (const version of ['1.1.0', '1.2.0']) await site.release(version);
  await site.publish();
  let asked = 0;
  chats.fail = () => {
    asked += 1;
    return new Response('no_service', { status: 404 });
  };
  const gone = await site.run('announce');
  expect([gone.code, asked]).toEqual([1, 1]);
  expect(gone.stderr).toMatch(/failed: .* to slack ANNOUNCE_SLACK \(answered 404: no_service\)/);
  const off = await site.run('announce');
  expect([off.code, asked]).toEqual([1, 1]);
  expect(off.stderr.match(/is off until ANNOUNCE_SLACK has another address/g)).toHaveLength(2);
  chats.fail = undefined;
  site.env.ANNOUNCE_SLACK = chats.address('slack', 'new');
  expect(await site.run('announce')).toMatchObject({ code: 0 });
  expect(chats.messages.map(({ name }) => name)).toEqual(['new', 'new']);
});

test('a receiver announces what it publishes, after it is live', async () => {
  await using chats = await startChats();
  await using site = await announcedSite(chats);
  await site.release('1.0.0');
  await site.publish();
  await site.run('announce');
  const { WEBHOOK_SECRET, WEBHOOK_TOKEN } = secrets;
  const env = { ...site.env, WEBHOOK_SECRET, WEBHOOK_TOKEN, WEBHOOK_PORT: '0' };
  await site.release('1.1.0');
  await using receiver = await startWebhook({ folder: site.file('.'), env });
  await receiver.until({ running: false, lastSuccess: { kind: 'live' } });
  await vi.waitFor(() => expect(chats.messages).toHaveLength(3), { timeout: 30_000, interval: 50 });
  expect(chats.messages[0]?.body).toContain('board-1-1-0');
});
