import { expect, test } from 'vitest';
import { createScrub } from '../../src/receiver/scrub.ts';

const secret = 'wm_3f9c+/a"b\\c';

test.each([
  ['as it is', secret],
  ['in a Basic header', Buffer.from(`${secret}:`).toString('base64')],
  ['in base64', Buffer.from(secret).toString('base64')],
  ['in an address', encodeURIComponent(secret)],
  ['inside of JSON', JSON.stringify(secret).slice(1, -1)],
])('a secret is gone from a text that holds it %s', (_how, form) => {
  expect(createScrub([secret])(`before ${form} after ${form}`)).toBe(
    'before [secret] after [secret]',
  );
});

test('a signing secret is gone without its prefix as well', () => {
  const scrub = createScrub(['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD']);
  expect(scrub('C2FVsBQIhrscChlQIMV+b5sSYspob7oD')).toBe('[secret]');
});

test('a secret that holds another one is gone as a whole', () => {
  expect(createScrub(['abcd', 'abcdefgh'])('abcdefgh')).toBe('[secret]');
});

test('texts too short to be secret stay as they are', () => {
  expect(createScrub(['', 'a'])('a banana')).toBe('a banana');
});

test('shows no credentials of addresses, and nothing that a terminal obeys', () => {
  const line = '{"why":"\u009b2J https://me:secret@example.com failed"}\n';
  expect(createScrub([])(line)).toBe('{"why":"2J https://example.com failed"}\n');
});
