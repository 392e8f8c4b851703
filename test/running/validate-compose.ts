import { readFileSync } from 'node:fs';
import process from 'node:process';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

// node test/running/validate-compose.ts SCHEMA FILE: exits 1 and says where FILE does not fit.

const [schema = '', file = ''] = process.argv.slice(2);
/** The specification's own formats, which its schema only names. */
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

/** Its parts name themselves as an older draft did, and refer to each other by where they stand. */
function withoutOldNames(key: string, value: unknown): unknown {
  return ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value;
}
