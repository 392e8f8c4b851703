import { z } from 'zod';
import { upgradeGroups } from '../../model/content/upgrade-groups.ts';

// Models of the documents about upgrades, which programs and the planner read.

const onOrigin = z
  .string()
  .meta({ description: 'an address on the site’s origin, such as "/upgrade/"' });
const day = z.iso.date().meta({ description: 'in the time zone of the site' });

/** Content of `/upgrade/<list>.json`. */
export const UpgradeVersions = z
  .object({
    $schema: z.url(),
    title: z.string(),
    url: z.url().meta({ description: 'the page that shows the content of this document' }),
    order: z
      .enum(['version', 'date'])
      .meta({ description: 'whether releases are ordered by version or by date' }),
    documents: z.array(onOrigin).meta({ description: 'addresses of the documents with changes' }),
    releases: z
      .array(
        z.object({
          slug: z.string(),
          version: z.string().nullable(),
          title: z.string(),
          is_pre_release: z.boolean(),
          day,
          document: z.int().meta({
            description: 'index in `documents` of the document with the changes of this version',
          }),
        }),
      )
      .meta({ description: 'newest first' }),
  })
  .meta({ title: 'Versions', description: 'The versions of a project, in their order.' });
export type UpgradeVersions = z.infer<typeof UpgradeVersions>;

/** Content of `/upgrade/<list>/<name>.json`. */
export const UpgradeChanges = z
  .object({
    $schema: z.url(),
    releases: z.array(
      z.object({
        slug: z.string(),
        title: z.string(),
        version: z.string().nullable(),
        day,
        href: onOrigin,
        changes: z.array(
          z.object({
            key: z
              .string()
              .meta({ description: 'the same in every release that contains this change' }),
            group: z.enum(upgradeGroups),
            type: z.object({ slug: z.string(), title: z.string() }).nullable(),
            html: z.string().meta({ description: 'sanitised; addresses on the site’s origin' }),
            href: onOrigin,
            markdown: z.string().meta({ description: 'with absolute addresses' }),
          }),
        ),
      }),
    ),
  })
  .meta({
    title: 'Changes',
    description: 'The changes of some releases, for planning an upgrade.',
  });
export type UpgradeChanges = z.infer<typeof UpgradeChanges>;
