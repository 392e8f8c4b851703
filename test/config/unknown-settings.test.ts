import { expect, test } from 'vitest';
import { unknownSettings } from '../../src/config/unknown-settings.ts';

test.each([
  [['SITE_ULR'], ['.env sets SITE_ULR, which is not a setting. Did you mean "SITE_URL"?']],
  [['site_url'], ['.env sets site_url, which is not a setting. Did you mean "SITE_URL"?']],
  // Settings of other programs.
  [['DATABASE_HOST', 'AWS_REGION', 'PORT', 'NODE_ENV'], []],
  [['SOURCE', 'SOURCES'], []],
  [['SITE_URL', 'API_KEY'], []],
])('of %j, reports those that look like misspelled settings', (names, sentences) => {
  expect(unknownSettings('.env', names)).toEqual(sentences);
});
