import { exitCodes } from '../src/model/errors.ts';
import { addSourceCommands } from '../src/tools/convert/sources.ts';
import { called } from './terminal/called.ts';
import { commandNamed, run } from './terminal/run.ts';

const program = commandNamed('convert').description(
  'Makes a data set for "service import" of a past that is elsewhere',
);
addSourceCommands(program, { env: process.env, called });

await run(async () => {
  await program.parseAsync();
  return Number(process.exitCode ?? exitCodes.done);
});
