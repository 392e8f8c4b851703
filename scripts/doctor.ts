import { keepForSite } from '../src/config/site-environment.ts';
import type { Finding } from '../src/lib/finding.ts';
import { printable } from '../src/lib/text/printable.ts';
import { systemClock } from '../src/lib/time/clock.ts';
import { exitCodes } from '../src/model/errors.ts';
import { languages } from '../src/site/base/strings/languages/languages.ts';
import { examine } from '../src/tools/doctor/examine.ts';
import { commandNamed, run } from './terminal/run.ts';
import { doctorChecks } from './tools.ts';

const marks: Record<Finding['state'], string> = { ok: '✓', warning: '!', error: '✗' };

await run(async () => {
  commandNamed('doctor')
    .description(
      'Checks settings, API, clock, disks, folders and receiver, without changing anything.',
    )
    .parse();
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
    const { state, what, found: result, next } = finding;
    console.log(printable(`${marks[state]} ${what}: ${result} → ${next}`));
  }
  const count = found.filter(({ state }) => state === 'error').length;
  console.log(count === 0 ? 'No errors found.' : `${count} of ${found.length} checks failed.`);
  return count === 0 ? exitCodes.done : exitCodes.badSettings;
});
