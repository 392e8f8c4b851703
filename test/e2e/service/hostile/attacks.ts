import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { apiKey } from '../../../service/start.ts';
import { floodSignUps } from './flood.ts';

interface Target {
  port: number;
  random: () => number;
}

interface Asked {
  status: number;
  retryAfter: string | undefined;
}

/** Does what no honest client would do; returns the status if there is an answer. */
type Attack = (target: Target) => Promise<Asked | undefined>;

const megabyte = 1024 * 1024;
const signUp = '/incoming/token-for-subscribers-1';
const withKey = { authorization: `Bearer ${apiKey}` };
const zeros = (count: number) => `[${'0,'.repeat(count - 1)}0]`;
const wrongItems = `{"email":"one@example.com","list_ids":${zeros(500_000)}}`;
const nested = `{"email":${'['.repeat(300_000)}`;
const deepZero = `${'['.repeat(10_000)}"\\u0000"${']'.repeat(10_000)}`;
const longText = (random: () => number) => random().toString(36).slice(2).repeat(1300);

export const attacks: Record<string, Attack> = {
  'long query, no key': (t) => ask(t, { path: `/healthz?${longText(t.random)}` }),
  'long query, wrong key': (t) =>
    ask(t, { path: `/v1/releases?${longText(t.random)}`, headers: { authorization: 'Bearer x' } }),
  'guessed key': (t) =>
    ask(t, { path: '/v1/releases', headers: { authorization: `Bearer ${t.random()}` } }),
  'guessed key, over a proxy': (t) =>
    ask(t, {
      path: '/v1/releases',
      headers: {
        authorization: `Bearer ${t.random()}`,
        'x-forwarded-for': `203.0.113.${Math.floor(t.random() * 4)}`,
        'x-forwarded-proto': 'https',
      },
    }),
  'guessed token': (t) => ask(t, { path: `/incoming/${t.random()}`, body: '{}' }),
  'unknown address': (t) => ask(t, { path: `/${t.random()}/${longText(t.random)}` }),
  'wrong items': (t) => ask(t, { path: signUp, body: wrongItems }),
  'deep nesting': (t) => ask(t, { path: signUp, body: nested }),
  'deep nesting with U+0000': (t) => ask(t, { path: signUp, body: deepZero }),
  'pipelines of sign-ups': (t) => flood(t, 10, 1000),
  // More connections than the number of anonymous writes that may wait.
  'crowd of sign-ups': (t) => flood(t, 40, 20),
  'half characters': (t) => ask(t, { path: signUp, body: '{"email":"\\ud800@example.com"}' }),
  'sign-up': (t) => ask(t, { path: signUp, body: `{"email":"${t.random()}@example.com"}` }),
  'too large': (t) => ask(t, { path: signUp, body: 'x'.repeat(2 * megabyte) }),
  'made-up host': (t) =>
    ask(t, { path: '/v1/releases', headers: { ...withKey, host: 'evil.example' } }),
  'made-up sender': (t) =>
    ask(t, { path: '/v1/releases', headers: { 'x-forwarded-for': longText(t.random) } }),
  'many ids': (t) => {
    const ids = Array.from({ length: 100 }, () => `l-${Math.floor(t.random() * 200)}`).join(',');
    const offset = Math.floor(t.random() * 1000);
    const path = `/v1/releases?label_ids=${ids}&is_public=true&limit=100&offset=${offset}`;
    return ask(t, { path, headers: withKey });
  },
  'late date': (t) =>
    ask(t, {
      path: '/v1/releases/draft/publish',
      headers: withKey,
      body: '{"status":"SCHEDULED","scheduled_at":"9999-12-31T23:59:59-12:00"}',
    }),
  'half a body': (t) =>
    speak(t, `POST ${signUp} HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{`),
  'half a head': (t) => speak(t, 'GET / HTTP/1.1\r\nHos'),
  'no request': (t) => speak(t, `${longText(t.random)}\r\n\r\n`),
  silence: (t) => speak(t, ''),
};

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

interface Question {
  path: string;
  headers?: Record<string, string>;
  /** JSON that is sent by POST. */
  body?: string;
}

function ask({ port }: Target, { path, headers = {}, body }: Question): Promise<Asked | undefined> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request({
      agent,
      port,
      path,
      host: '127.0.0.1',
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...length, ...headers },
    });
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers: reported } = response;
      response.resume();
      response.on('close', () => resolve({ status, retryAfter: reported['retry-after'] }));
    });
    // The connection may be closed when a request is refused before it was sent completely.
    sent.on('error', () => resolve(undefined));
    sent.end(body);
  });
}

async function flood({ port, random }: Target, connections: number, perConnection: number) {
  using _flood = floodSignUps(`http://127.0.0.1:${port}`, connections, perConnection);
  await delay(random() * 2000);
  return undefined;
}

/** Sends bytes over a connection and keeps it open for a while, ignoring any answer. */
async function speak({ port, random }: Target, bytes: string): Promise<undefined> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.write(bytes);
  await delay(random() * 2000);
  socket.destroy();
}
