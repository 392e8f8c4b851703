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

test('the description is the summary of a release, or its excerpt', () => {
  expect(ofRelease({ summary: 'In short' })).toBe('In short');
  expect(ofRelease({})).toBe('Excerpt of a');
});

test('the description lists the changes of a release without a text', () => {
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
])('the description cuts long changes', (html, expected) => {
  const description = ofRelease({ ...textless, changes: [{ type: 'new', html }] });
  expect(description).toMatch(expected);
  expect([...description].length).toBeLessThanOrEqual(161);
});

test('the description names the site, version and day of a release that has only a title', () => {
  expect(ofRelease({ ...textless, title: 'Anew', version: '1.0' })).toBe(
    'Sample Changelog: Anew, 1.0, 2 January 2026',
  );
});

test('the description is the excerpt of a milestone, or its status', () => {
  expect(ofMilestone({ excerpt: 'In short' })).toBe('In short');
  expect(ofMilestone({ title: 'Fly', status: 'Doing' })).toBe(
    'Sample Roadmap: Fly, Doing. Being worked on.',
  );
  expect(ofMilestone({ title: 'Fly', status: 'Simmering', stage: 'SOUP' })).toBe(
    'Sample Roadmap: Fly, Simmering.',
  );
});
