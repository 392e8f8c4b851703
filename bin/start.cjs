'use strict';

module.exports = { start };

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Becomes another program where the system and this Node can do that; else starts it, hands on the
 * signals that arrive, and ends as it does.
 * @param {string} program @param {string[]} args
 */
function start(program, args) {
  // glibc keeps up to sixteen heaps for threads, and hardly gives of them back: two do as well.
  const env = { MALLOC_ARENA_MAX: '2', ...process.env };
  if (process.execve && process.platform !== 'win32')
    process.execve(program, [program, ...args], env);
  // Loaded here alone: a start that needs none of it is shorter.
  const { spawn } = require('node:child_process');
  // In a group of its own: of a terminal's Ctrl-C it would hear by itself, and from here; asked twice,
  // it would break off its work.
  const child = spawn(program, args, {
    stdio: 'inherit',
    env,
    detached: process.platform !== 'win32',
  });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`${program} could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exitCode = code === null ? 1 : code;
    else endBy(signal);
  });
}

/** As a shell tells of a signal, where this process outlives it. @param {NodeJS.Signals} signal */
function endBy(signal) {
  for (const one of signals) process.removeAllListeners(one);
  process.exitCode = 128 + require('node:os').constants.signals[signal];
  process.kill(process.pid, signal);
}
