import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import Validator, { type Issue } from '@adobe/structured-data-validator';

/**
 * A checker of JSON-LD against schema.org's vocabulary and Google's requirements for rich results.
 */
export async function structuredDataChecker(): Promise<(html: string) => Promise<string[]>> {
  const validator = new Validator(await vocabulary());
  return async (html) => {
    const found = jsonLd(html).map((data) =>
      validator.validate({ jsonld: { [data['@type']]: [data] } }),
    );
    return (await Promise.all(found)).flat().map(inWords);
  };
}

/** The JSON-LD of a page. */
function jsonLd(html: string): { '@type': string }[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return [...scripts].map(([, json = '']) => JSON.parse(json));
}

function inWords({ issueMessage, path }: Issue): string {
  return `${path.map(({ type, property }) => property ?? type).join('.')}: ${issueMessage}`;
}

const quad =
  /^<http:\/\/schema\.org\/(\w+)> <[^>]*[/#](type|subClassOf|domainIncludes)> <([^>]+)>/gm;
const classType = 'http://www.w3.org/2000/01/rdf-schema#Class';

/** The official vocabulary in the form that the validator expects: a graph in JSON-LD. */
async function vocabulary() {
  const file = fileURLToPath(import.meta.resolve('@vocabulary/schema/schema.nq'));
  const quads = [...(await readFile(file, 'utf8')).matchAll(quad)];
  const nodes = Map.groupBy(quads, ([, subject]) => subject);
  const graph = [...nodes].map(([subject, all]) => {
    const of = (name: string) =>
      all.flatMap(([, , predicate, object = '']) => (predicate === name ? { '@id': object } : []));
    const isClass = of('type').some((type) => type['@id'] === classType);
    return {
      '@id': `schema:${subject}`,
      '@type': isClass ? 'rdfs:Class' : 'rdf:Property',
      'rdfs:subClassOf': of('subClassOf'),
      'schema:domainIncludes': of('domainIncludes'),
    };
  });
  return { '@graph': graph };
}
