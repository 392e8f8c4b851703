import { expect, test } from 'vitest';
import { parseSiteConfig } from '../../../src/config/site-config.ts';
import { themeSheet } from '../../../src/site/base/theme-sheet.ts';

const sheetOf = (theme: object) => themeSheet(parseSiteConfig({ theme }, 'site.config.ts'));

test('is empty if no token is set', () => {
  expect(sheetOf({})).toBe('');
});

test('sets fonts and corners everywhere, and keeps fallback fonts for other scripts', () => {
  expect(sheetOf({ faces: { text: 'Georgia' }, radius: '12px' })).toBe(
    ':root{\n--sans:Georgia, var(--system-sans, system-ui, sans-serif);\n--radius:12px;\n}\n',
  );
});

test('sets colours and the width of text on screens only, as paper is white and has its own width', () => {
  const sheet = sheetOf({ paper: { light: '#ffffff' }, width: { text: '40rem' } });
  expect(sheet).toMatch(/^@media screen\{\n:root\{\n--paper:light-dark\(#ffffff,#161310\);/);
  expect(sheet).toContain('--measure:40rem;\n}\n}\n');
});
