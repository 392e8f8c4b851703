import { build } from 'astro';

// Builds a site for each message from the parent process, and answers with the error, if any.

process.on('disconnect', () => process.exit());
process.on('message', async ({ folder, env }: { folder: string; env: Record<string, string> }) => {
  process.chdir(folder);
  Object.assign(process.env, env);
  const error = await build({ root: folder, logLevel: 'error' }).then(
    () => undefined,
    (thrown) => (thrown instanceof Error ? thrown.message : String(thrown)),
  );
  process.send?.({ error });
});
