// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeHtml } from '../../../../src/sync/prepare/html/parse/write-html.ts';
import { parseBody } from '../../../../src/sync/prepare/html/parse-body.ts';
import { findProblem } from '../../../../src/sync/prepare/html/sanitise/verify-output.ts';
import { anyText } from '../../../support/any-text.ts';
import { fuzzRuns } from '../../../support/fuzz-runs.ts';
import { notesBesideMedia, prepared } from './as-release.ts';
import { hostileHtml as html } from './hostile-html.ts';

test('turns any HTML into HTML without problems', () =>
  fc.assert(
    fc.asyncProperty(html, async (source) => {
      const { body, change, notes } = await prepared(source);
      expect(notesBesideMedia(notes)).toEqual([]);
      expect([findProblem(body), findProblem(change)]).toEqual([undefined, undefined]);
    }),
    { numRuns: fuzzRuns(75, 3000) },
  ));

test('turns any text into HTML without problems', () =>
  fc.assert(
    fc.asyncProperty(anyText(), async (source) => {
      const { body, notes } = await prepared(source);
      expect(notesBesideMedia(notes)).toEqual([]);
      expect(findProblem(body)).toBeUndefined();
    }),
  ));

test('parsing HTML that it wrote, and writing it again, changes nothing', () =>
  fc.assert(
    fc.property(html, (source) => {
      const once = writeHtml(parseBody(source.replaceAll('id=a', '')));
      expect(writeHtml(parseBody(once))).toBe(once);
    }),
    { numRuns: fuzzRuns(75, 3000) },
  ));
