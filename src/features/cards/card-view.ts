import {
  adjustPair,
  createPair,
  ownSurfaces,
  type Surfaces,
} from '../../model/content/colour-pair.ts';
import type { ReleaseListing } from '../../model/content/content.ts';
import { createPalette, ownPalette, surfacesOf } from '../../model/content/palette.ts';
import { type SiteContext, siteName } from '../../site/base/context.ts';
import { countFitting } from '../../site/base/count-fitting.ts';
import { dateView, dayOf } from '../../site/base/dates.ts';
import { displayName, hasProjects } from '../../site/base/release-name.ts';
import { type CardText, cardText, titleSize } from './card-text.ts';

/** Everything that the card of a release shows. */
export type CardView = NonNullable<ReturnType<typeof cardView>>;

/** Maximum length of all type names together, so that they fit beside a date. */
const maxTypeLetters = 24;

/**
 * Collects what the card of a release shows. Returns undefined if no font has all letters of the
 * title. Other texts with letters that no font has are left out.
 */
export function cardView(release: ReleaseListing, site: SiteContext) {
  const name = displayName(release, site);
  const title = cardText(name.title, 'serif');
  if (!title) return undefined;
  const { strings, projects } = site;
  return {
    title,
    // In pixels.
    size: titleSize(title.text),
    project: short(
      hasProjects(site) ? name.project : projects.get(release.project ?? '')?.name,
      40,
    ),
    version: short(name.version, 24),
    // The word that marks a pre-release.
    preRelease: release.is_pre_release ? short(strings.preRelease, 24) : undefined,
    date: short(dateView(release, site).text, 40) ?? short(dayOf(release, site), 40),
    types: typesOf(release, site),
    site: short(siteName(site), 34),
    colours: coloursOf(site),
    // File name of the downloaded picture that is the card's background.
    hero: release.heroFile ?? undefined,
  };
}

/** Colours on the site's background (`light`) and on a darkened picture (`dark`). */
function coloursOf({ config }: SiteContext) {
  const palette = createPalette(config.theme);
  return {
    paper: palette.paper.light,
    ink: { light: palette.ink.light, dark: ownPalette.ink.dark },
    inkSoft: { light: palette.inkSoft.light, dark: '#d2cbc0' },
    accent: createPair(config.accent, surfacesIn(config)),
  };
}

function surfacesIn({ theme }: SiteContext['config']): Surfaces {
  return { light: surfacesOf(createPalette(theme)).light, dark: ownSurfaces.dark };
}

/** The types of the release's changes, in the order that the workspace defines. */
function typesOf({ changes }: ReleaseListing, { workspace, config }: SiteContext) {
  const own = new Set(changes.map(({ type }) => type));
  const named = workspace.change_types
    .filter(({ slug }) => own.has(slug))
    .flatMap(({ title, color }) => {
      const name = short(title, maxTypeLetters);
      const colour = color ? adjustPair(color, surfacesIn(config)) : undefined;
      return name ? [{ name, colour }] : [];
    });
  const lengths = named.map(({ name }) => name.text.length);
  return named.slice(0, countFitting(lengths, maxTypeLetters));
}

function short(text: string | null | undefined, maxLength: number): CardText | undefined {
  const whole = text ? cardText(text, 'sans') : undefined;
  if (!whole || whole.text.length <= maxLength) return whole;
  return { ...whole, text: `${whole.text.slice(0, maxLength - 1).trimEnd()}…` };
}
