import {
  adjustPair,
  createPair,
  ownSurfaces,
  type Surfaces,
} from '../../model/content/colour-pair.ts';
import type { ColourPair, ReleaseListing } from '../../model/content/content.ts';
import { createPalette, ownPalette, surfacesOf } from '../../model/content/palette.ts';
import { type SiteContext, siteName } from '../../site/base/context.ts';
import { dateView, dayOf } from '../../site/base/dates.ts';
import { type CardText, cardText, titleSize } from './card-text.ts';

/** All that the card of a release shows. */
export interface CardView {
  title: CardText;
  /** Of its type, in pixels. */
  size: number;
  project: CardText | undefined;
  version: CardText | undefined;
  /** A word that says so, where it is one. */
  preRelease: CardText | undefined;
  date: CardText | undefined;
  types: { name: CardText; colour: ColourPair | undefined }[];
  /** What the site is called. */
  site: CardText | undefined;
  colours: CardColours;
  /** The mirrored picture that lies under all of it, by its file's name. */
  hero: string | undefined;
}

/** On the site's own paper (`light`), and on a picture that is darkened (`dark`). */
interface CardColours {
  paper: string;
  ink: ColourPair;
  inkSoft: ColourPair;
  accent: ColourPair;
}

/** Of the names of types: more do not stand beside a date. */
const mostTypeLetters = 24;

/**
 * What stands on the card of a release; undefined where no face has the letters of its title. What
 * else cannot be shown is left out.
 */
export function cardView(release: ReleaseListing, site: SiteContext): CardView | undefined {
  const title = cardText(release.title, 'serif');
  if (!title) return undefined;
  const { strings, projects } = site;
  return {
    title,
    size: titleSize(title.text),
    project: short(projects.get(release.project ?? '')?.name, 40),
    version: short(release.version, 24),
    preRelease: release.is_pre_release ? short(strings.preRelease, 24) : undefined,
    date:
      short(dateView(release.released_at, site).text, 40) ??
      short(dayOf(release.released_at, site), 40),
    types: typesOf(release, site),
    site: short(siteName(site), 34),
    colours: coloursOf(site),
    hero: release.heroFile ?? undefined,
  };
}

function coloursOf({ config }: SiteContext): CardColours {
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

/** Those of its changes, in the workspace's order. */
function typesOf(
  { changes }: ReleaseListing,
  { workspace, config }: SiteContext,
): CardView['types'] {
  const own = new Set(changes.map(({ type }) => type));
  const named = workspace.change_types
    .filter(({ slug }) => own.has(slug))
    .flatMap(({ title, color }) => {
      const name = short(title, mostTypeLetters);
      const colour = color ? adjustPair(color, surfacesIn(config)) : undefined;
      return name ? [{ name, colour }] : [];
    });
  let letters = 0;
  return named.filter(({ name }) => {
    letters += name.text.length;
    return letters <= mostTypeLetters;
  });
}

/** What stands on one line with others. @param most letters */
function short(text: string | null | undefined, most: number): CardText | undefined {
  const whole = text ? cardText(text, 'sans') : undefined;
  if (!whole || whole.text.length <= most) return whole;
  return { ...whole, text: `${whole.text.slice(0, most - 1).trimEnd()}…` };
}
