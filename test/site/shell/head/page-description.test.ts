import { expect, test } from 'vitest';
import type { MilestoneEntry, ReleaseEntry } from '../../../../src/model/content/content.ts';
import { releaseDescription } from '../../../../src/site/releases/release-description.ts';
import { releaseView } from '../../../../src/site/releases/release-view.ts';
import { milestoneDescription } from '../../../../src/site/roadmap/milestone-description.ts';
import { milestoneView } from '../../../../src/site/roadmap/milestone-view.ts';
import { milestoneEntry, releaseEntry } from '../../../support/entries.ts';
import { siteContext } from '../../site.ts';

const site = siteContext();
const ofRelease = (over: Partial<ReleaseEntry>) =>
  releaseDescription(releaseView(releaseEntry('a', over), site), site);
const ofMilestone = (over: Partial<MilestoneEntry>) =>
  milestoneDescription(milestoneView(milestoneEntry('m', over), site), site);
const textless = { summary: null, excerpt: '', body: '' };

test('says what a release says of itself, where it does', () => {
  expect(ofRelease({ summary: 'In short' })).toBe('In short');
  expect(ofRelease({})).toBe('Excerpt of a');
});

test('tells the changes of a release without a text', () => {
  const changes = [
    { type: 'fixed', html: 'A <b>bug</b> &#x26; another' },
    { type: 'new', html: '<p>Dark mode</p>' },
    { type: 'fixed', html: 'A third' },
  ];
  expect(ofRelease({ ...textless, changes })).toBe(
    'New: Dark mode · Fixed: A bug & another, A third',
  );
});

test.each([
  ['word '.repeat(100), /^New: (?:word )+word…$/],
  ['字'.repeat(400), /^New: 字+…$/],
  ['🧭'.repeat(400), /^New: (?:🧭)+…$/u],
])('tells of changes that go on and on as much as is shown of them', (html, expected) => {
  const description = ofRelease({ ...textless, changes: [{ type: 'new', html }] });
  expect(description).toMatch(expected);
  expect([...description].length).toBeLessThanOrEqual(161);
});

test('tells of a release that is nothing but a title whose it is, and when it was', () => {
  expect(ofRelease({ ...textless, title: 'Anew', version: '1.0' })).toBe(
    'Sample Changelog: Anew, 1.0, 2 January 2026',
  );
});

test('says what a milestone says of itself, or how far it is', () => {
  expect(ofMilestone({ excerpt: 'In short' })).toBe('In short');
  expect(ofMilestone({ title: 'Fly', status: 'Doing' })).toBe(
    'Sample Roadmap: Fly, Doing. Being worked on.',
  );
  expect(ofMilestone({ title: 'Fly', status: 'Simmering', stage: 'SOUP' })).toBe(
    'Sample Roadmap: Fly, Simmering.',
  );
});
