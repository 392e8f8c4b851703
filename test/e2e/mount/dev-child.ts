import { dev } from 'astro';

// Runs `astro dev` for the site in the working directory on a free port, and prints the port.

const server = await dev({ root: process.cwd(), server: { port: 0 }, logLevel: 'error' });
process.stdout.write(`${server.address.port}\n`);
