import { expect, test } from 'vitest';
import { createScrub } from '../../src/receiver/scrub.ts';

const secret = 'wm_3f9c+/a"b\\c';

test.each([
  ['as it is', secret],
  ['in a Basic header', Buffer.from(`${secret}:`).toString('base64')],
  ['in base64', Buffer.from(secret).toString('base64')],
  ['in an address', encodeURIComponent(secret)],
  ['inside of JSON', JSON.stringify(secret).slice(1, -1)],
])('removes a secret from a text that contains it %s', (_how, form) => {
  expect(createScrub([secret])(`before ${form} after ${form}`)).toBe(
    'before [secret] after [secret]',
  );
});

test('removes a signing secret without its prefix too', () => {
  const scrub = createScrub(['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD']);
  expect(scrub('C2FVsBQIhrscChlQIMV+b5sSYspob7oD')).toBe('[secret]');
});

test('removes a secret that contains another one as a whole', () => {
  expect(createScrub(['abcd', 'abcdefgh'])('abcdefgh')).toBe('[secret]');
});

test('keeps texts that are too short for a secret', () => {
  expect(createScrub(['', 'a'])('a banana')).toBe('a banana');
});

test('removes credentials of URLs, and control characters', () => {
  const line = '{"why":"\u009b2J https://me:secret@example.com failed"}\n';
  expect(createScrub([])(line)).toBe('{"why":"2J https://example.com failed"}\n');
});
