import { keepForSite } from '../src/config/site-environment.ts';
import type { Finding } from '../src/lib/finding.ts';
import { printable, printableJson } from '../src/lib/text/printable.ts';
import { systemClock } from '../src/lib/time/clock.ts';
import { exitCodes } from '../src/model/errors.ts';
import { languages } from '../src/site/base/strings/languages/languages.ts';
import { examine } from '../src/tools/doctor/examine.ts';
import { commandNamed, quietOption, run } from './terminal/run.ts';
import { doctorChecks } from './tools.ts';

const marks: Record<Finding['state'], string> = { ok: '✓', warning: '!', error: '✗' };

await run(async () => {
  const { json, quiet } = commandNamed('doctor')
    .description(
      'Checks settings, API, clock, disks, folders and receiver, without changing anything.',
    )
    .option('--json', 'print the findings as one JSON document', false)
    .option(...quietOption)
    .parse()
    .opts<{ json: boolean; quiet: boolean }>();
  const found: Finding[] = [];
  const options = {
    env: { ...process.env },
    clock: systemClock,
    languages,
    checks: doctorChecks,
    onSite: () => keepForSite(process.env),
  };
  for await (const finding of examine(options)) {
    found.push(finding);
    if (json) continue;
    if (!quiet) console.log(formatFinding(finding));
    else if (finding.state !== 'ok') console.error(formatFinding(finding));
  }
  const count = found.filter(({ state }) => state === 'error').length;
  if (json) console.log(printableJson(found));
  else console.log(count === 0 ? 'No errors found.' : `${count} of ${found.length} checks failed.`);
  return count === 0 ? exitCodes.done : exitCodes.badSettings;
});

function formatFinding({ state, what, found, next }: Finding): string {
  const remedy = next === undefined ? '' : ` → ${next}`;
  return printable(`${marks[state]} ${what}: ${found}${remedy}`);
}
