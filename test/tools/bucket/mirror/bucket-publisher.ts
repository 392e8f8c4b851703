import { publishTo, readSite } from './bucket-world.ts';

// A program that publishes the site in a folder into a bucket once; tests kill or stop it.

const [folder = '', url = '', bucket = '', seconds = '60'] = process.argv.slice(2);
try {
  const site = await readSite(folder);
  const { kind } = await publishTo(
    { url, bucket },
    { openSite: async () => site, seconds: Number(seconds), allowMassDelete: true },
  );
  console.log(kind);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
