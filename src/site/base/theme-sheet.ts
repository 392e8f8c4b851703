import type { SiteConfig } from '../../config/site-config.ts';
import { createPalette, ownPalette, type Palette } from '../../model/content/palette.ts';
import { inBothThemes } from './colours.ts';

/**
 * The theme in `site.config.ts` as CSS that sets the custom properties of `tokens.css`; empty if no
 * theme is set.
 */
export function themeSheet({ theme }: Pick<SiteConfig, 'theme'>): string {
  const { faces, radius, width } = theme;
  // The `--system-…` fonts depend on the page's language and cover scripts that the theme's fonts
  // lack.
  const always = {
    '--sans': faces?.text && `${faces.text}, var(--system-sans, system-ui, sans-serif)`,
    '--serif': faces?.heading && `${faces.heading}, var(--system-serif, serif)`,
    '--mono': faces?.code && `${faces.code}, ui-monospace, monospace`,
    '--radius': radius,
    '--page': width?.page,
  };
  // These values do not apply to print, which is black on white and as wide as the paper.
  const onScreens = { ...colours(createPalette(theme)), '--measure': width?.text };
  const screens = rule(onScreens);
  return rule(always) + (screens && `@media screen{\n${screens}}\n`);
}

/** The colours of the palette that differ from `tokens.css`. */
function colours(palette: Palette): Record<string, string> {
  const names = Object.keys(ownPalette) as (keyof Palette)[];
  const propertyOf = (name: string) =>
    `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const changed = names.filter(
    (name) =>
      palette[name].light !== ownPalette[name].light ||
      palette[name].dark !== ownPalette[name].dark,
  );
  return Object.fromEntries(changed.map((name) => [propertyOf(name), inBothThemes(palette[name])]));
}

function rule(declarations: Record<string, string | undefined>): string {
  const set = Object.entries(declarations).filter(([, value]) => value !== undefined);
  if (set.length === 0) return '';
  return `:root{\n${set.map(([name, value]) => `${name}:${value};\n`).join('')}}\n`;
}
