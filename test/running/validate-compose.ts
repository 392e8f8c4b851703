import { readFileSync } from 'node:fs';
import process from 'node:process';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

// Usage: node test/running/validate-compose.ts SCHEMA FILE. Exits with 1 if FILE does not match
// SCHEMA, and prints where.

const [schema = '', file = ''] = process.argv.slice(2);
/** String formats that the schema of the Compose specification names but does not define. */
const port = /^(?:[\d.]+:)?(?:\d+(?:-\d+)?:)?\d+(?:-\d+)?(?:\/(?:tcp|udp))?$/;
const formats = {
  duration: /^(?:\d+(?:\.\d+)?(?:us|ms|s|m|h))+$/,
  ports: port,
  expose: port,
  subnet_ip_address: /^[\d.]+\/\d+$/,
};
const ajv = new Ajv({ allErrors: true, strict: false, formats });
const fits = ajv.compile(JSON.parse(readFileSync(schema, 'utf8'), withoutOldNames));
if (fits(parse(readFileSync(file, 'utf8'), { merge: true }))) {
  console.log(`${file} is as the compose specification has it.`);
} else {
  for (const { instancePath, message } of fits.errors ?? [])
    console.error(`${file}: ${instancePath || '/'} ${message}`);
  process.exitCode = 1;
}

/**
 * Drops `$schema` and `id`, which follow an older draft that Ajv rejects. References in the schema
 * are by path, so they still work.
 */
function withoutOldNames(key: string, value: unknown): unknown {
  return ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value;
}
