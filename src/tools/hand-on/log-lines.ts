import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Log } from '../../lib/log.ts';

/** Characters of a line and lines of a command's output that are logged, at most. */
const longestLine = 2_000;
const mostLines = 1_000;

/** Logs what a command prints, line by line. */
export function logLines({ stdout, stderr }: ChildProcess, log: Log): void {
  let lines = 0;
  const print = (stream: 'stdout' | 'stderr') => (line: string) => {
    lines += 1;
    if (lines <= mostLines) log.info({ [stream]: line }, 'DEPLOY_COMMAND');
    if (lines === mostLines) log.warn('DEPLOY_COMMAND prints a lot: no more of it is logged');
  };
  onLine(stdout, print('stdout'));
  onLine(stderr, print('stderr'));
}

/** Lines as they come, an overlong one in pieces, so that no output fills the memory. */
function onLine(stream: Readable | null, print: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) print(line.slice(0, longestLine));
    if (rest.length < longestLine) return;
    print(rest.slice(0, longestLine));
    rest = '';
  });
  stream?.once('end', () => rest && print(rest));
}
