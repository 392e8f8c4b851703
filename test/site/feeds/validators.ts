import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { RelaxNGValidator, XmlDocument } from 'libxml2-wasm';
import { parseXml } from './parse-xml.ts';

const schema = (name: string) => readFileSync(`test/site/feeds/schemas/${name}`, 'utf8');
const grammar = (name: string) => RelaxNGValidator.fromDoc(XmlDocument.fromString(schema(name)));
const grammars = { rss: grammar('rss.rng'), atom: grammar('atom.rng') };

const ajv = addFormats.default(new Ajv2020({ strict: true, allErrors: true }));
const validJsonFeed = ajv.compile(JSON.parse(schema('json-feed.json')));

/**
 * Checks with two parsers that XML is well-formed, and with a grammar that it is valid.
 * @throws if it is malformed or invalid
 */
export function checkXml(xml: string, format: keyof typeof grammars): void {
  parseXml(xml);
  using document = XmlDocument.fromString(xml);
  grammars[format].validate(document);
}

/** @throws if the feed is not valid */
export function checkJsonFeed(json: string): void {
  if (!validJsonFeed(JSON.parse(json))) throw new Error(ajv.errorsText(validJsonFeed.errors));
}

/** @throws if the document is not valid */
export function checkJson(json: string, schemaJson: string): void {
  const own = addFormats.default(new Ajv2020({ strict: true, allErrors: true }));
  if (!own.validate(JSON.parse(schemaJson), JSON.parse(json))) throw new Error(own.errorsText());
}
