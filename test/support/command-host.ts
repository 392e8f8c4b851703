import { pathToFileURL } from 'node:url';
import type { HostedCommand } from './run-hosted.ts';

// A program that runs commands one after the other, each as if it were a process of its own. It
// ends with its parent process.

const written = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr'] as const)
  process[name].write = (text: string | Uint8Array, ...rest: unknown[]) => {
    written[name] += Buffer.from(text).toString();
    const told = rest.at(-1);
    if (typeof told === 'function') process.nextTick(told);
    return true;
  };

let runs = 0;

process.on('message', async ({ script, args, env, cwd }: HostedCommand) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, script, ...args];
  process.exitCode = undefined;
  Object.assign(written, { stdout: '', stderr: '' });
  runs += 1;
  // The query makes Node run the script again; the modules that it imports stay loaded.
  await import(`${pathToFileURL(script)}?run=${runs}`);
  process.send?.({ code: process.exitCode ?? 0, ...written });
});
