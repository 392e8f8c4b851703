import { commandNamed, run } from './run.ts';
await run(async () => { commandNamed('init').parse(); return undefined; });
