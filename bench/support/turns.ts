import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Preloaded into a service: appends the longest turn of its event loop to a file, again and again.
const gapMs = 50;
const { TURNS_FILE } = process.env;
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
setInterval(() => {
  if (TURNS_FILE && delay.count > 0)
    appendFileSync(TURNS_FILE, `${Date.now()} ${delay.max / 1e6}\n`);
  delay.reset();
}, gapMs).unref();
