import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { floodSignUps } from '../../test/e2e/service/hostile/flood.ts';
import { apiKey } from '../../test/service/start.ts';

interface Target {
  url: string;
  /** A valid key that only the attacker uses. */
  key: string;
}

const signUp = '/incoming/token-for-subscribers-1';
const megabyte = 1024 * 1024;
const chunked = `POST ${signUp} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`;
const millionPieces = chunked + '1\r\nx\r\n'.repeat(1_000_000);
const keys = JSON.stringify(
  Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`key-${n}`, 0])),
);
const zeros = `{"email":"a@example.com","more":[${'0,'.repeat(500_000)}"\\u0000"]}`;
const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
const parts = part.repeat((19 * megabyte) / part.length);

/** Attacks, each of which goes on until its process ends. */
export const attacks: Record<string, (target: Target) => Promise<unknown>> = {
  async 'pipelines of sign-ups'({ url }) {
    for (;;) {
      using flood = floodSignUps(url);
      while (flood.answered() < flood.sent) await delay(5);
    }
  },
  'bodies in a million pieces': (target) => fourTimes(() => speak(target, millionPieces)),
  'bodies with 60,000 keys': ({ url }) => fourTimes(() => post(url, '/v1/releases', keys, apiKey)),
  'sign-ups with 60,000 keys': ({ url }) => fourTimes(() => post(url, signUp, keys)),
  'sign-ups with 500,000 values': ({ url }) => fourTimes(() => post(url, signUp, zeros)),
  'forms with many parts': ({ url, key }) =>
    fourTimes(() =>
      post(url, '/v1/files', parts, key, 'multipart/form-data; x="; boundary=zzz"; boundary=b'),
    ),
  'slow uploads of another key': (target) => {
    const head = [
      'POST /v1/files HTTP/1.1',
      'Host: a',
      `Authorization: Bearer ${target.key}`,
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${megabyte}`,
    ];
    return fourTimes(() => speak(target, `${head.join('\r\n')}\r\n\r\n--b\r\n`));
  },
  'guesses from made-up addresses': ({ url }) =>
    fourTimes((n) =>
      fetch(`${url}/v1/releases`, {
        headers: {
          ...{ authorization: `Bearer guess-${n}`, 'x-forwarded-proto': 'https' },
          'x-forwarded-for': n % 2 ? `word-${n}` : `[2001:db8::${n.toString(16)}]:${n % 9999}`,
        },
      }).then((answer) => answer.text()),
    ),
};

/** Repeats an attack in four loops. An attack may fail, because the service may hang up. */
function fourTimes(attack: (n: number) => Promise<unknown>): Promise<unknown> {
  let n = 0;
  const repeat = async () => {
    for (;;) {
      n += 1;
      await attack(n).catch(() => {});
    }
  };
  return Promise.all([repeat(), repeat(), repeat(), repeat()]);
}

async function post(url: string, path: string, body: string, key = '', type = 'application/json') {
  const headers = { 'content-type': type, ...(key && { authorization: `Bearer ${key}` }) };
  const answer = await fetch(url + path, { method: 'POST', headers, body });
  return answer.text();
}

/** Sends a text on a connection of its own, and waits until the service closes the connection. */
function speak({ url }: Target, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {}).on('close', () => resolve());
    socket.resume().write(text);
  });
}
