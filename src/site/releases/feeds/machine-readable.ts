import { z } from 'zod';
import { type SiteContext, siteTitle } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';
import type { Document } from '../../feeds/document.ts';
import { writeJson } from '../../feeds/formats/json.ts';

// The parts that all machine-readable documents share. The JSON Schemas of these documents are
// generated from zod schemas.

export const url = z.url().meta({ description: 'a whole address' });
export const time = z.iso.datetime().meta({ description: 'RFC 3339, in UTC' });

/** Schema of the first fields of every machine-readable document. */
export const documentShape = {
  $schema: url,
  title: z.string(),
  url: url.meta({ description: 'the page that shows the content of this document' }),
};

/** The JSON Schema (2020-12) of a machine-readable document. It allows additional fields. */
export function schemaDocument(name: string, model: z.ZodType, { urls }: SiteContext): Document {
  const path = paths.jsonSchema(name);
  return {
    path,
    fields: {},
    write: () => writeJson({ $id: urls.absolute(path), ...z.toJSONSchema(model, { io: 'input' }) }),
  };
}

/** The first fields of every machine-readable document. */
export function documentHead(name: string, site: SiteContext) {
  const { absolute } = site.urls;
  const $schema = absolute(paths.jsonSchema(name));
  return { $schema, title: siteTitle(site), url: absolute(paths.home()) };
}
