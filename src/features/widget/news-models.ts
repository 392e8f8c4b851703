import { z } from 'zod';
import { ReleaseEntry } from '../../model/content/content.ts';
import { documentShape, time, url } from '../../site/releases/feeds/machine-readable.ts';

const words = z.string();

/** Model of `/news.json` and of each project's `news.json`. */
export const NewsDocument = z
  .object({
    ...documentShape,
    language: z.string().meta({ description: 'BCP 47' }),
    direction: z.enum(['ltr', 'rtl']),
    words: z
      .object({
        title: words,
        unread: z.object({
          zero: words.optional(),
          one: words.optional(),
          two: words.optional(),
          few: words.optional(),
          many: words.optional(),
          other: words,
        }),
        isNew: words,
        nothing: words,
        all: words,
      })
      .meta({ description: 'texts of the list, in the site’s language; # stands for a number' }),
    older: z
      .boolean()
      .meta({ description: 'whether there are more releases than the listed releases' }),
    releases: z
      .array(
        z.object({
          ...ReleaseEntry.pick({ title: true, version: true }).shape,
          url,
          released_at: time,
          released_on: ReleaseEntry.shape.released_on.meta({
            description: 'the day to show, if the source gave no time',
          }),
          project: z.string().nullable().meta({ description: 'its name' }),
          labels: z.array(z.string()).meta({ description: 'slugs' }),
          types: z.array(z.string()).meta({ description: 'slugs of its types of change' }),
        }),
      )
      .meta({ description: 'newest first, no pre-releases' }),
  })
  .meta({
    title: 'News',
    description: 'The newest releases, for pages of other sites.',
  });
export type NewsDocument = z.infer<typeof NewsDocument>;
