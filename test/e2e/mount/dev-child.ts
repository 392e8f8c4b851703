import { dev } from 'astro';

// `astro dev` of the site in this folder, on a port of its own, which it prints.

const server = await dev({ root: process.cwd(), server: { port: 0 }, logLevel: 'error' });
process.stdout.write(`${server.address.port}\n`);
