/**
 * The environment of processes that run the site's own code (`site.config.ts` and pages). It
 * contains only system variables, settings of builds, and names that begin with `PUBLIC_`, but no
 * credentials.
 */
export function siteEnvironment(env: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => isForSites(name)));
}

/**
 * Removes variables from this process's own environment, except those that `siteEnvironment`
 * returns. Called before the site's own code is loaded.
 */
export function keepForSite(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(env)) if (!isForSites(name)) delete env[name];
}

/** Variable names are case-insensitive on Windows. */
function isForSites(name: string): boolean {
  return allowed.has(name.toUpperCase()) || /^(?:PUBLIC_|LC_)/.test(name);
}

const allowed: ReadonlySet<string> = new Set([
  // Variables of the system: programs, folders, language, time zone.
  ...['PATH', 'PATHEXT', 'SYSTEMROOT', 'COMSPEC', 'SHELL', 'HOME', 'USERPROFILE', 'APPDATA'],
  ...['LOCALAPPDATA', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'LANGUAGE', 'TZ', 'TERM', 'CI'],
  ...['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'],
  ...['COLORTERM', 'NO_COLOR', 'FORCE_COLOR', 'DEBUG', 'LD_LIBRARY_PATH', 'LD_PRELOAD'],
  // Node's options, and trusted certificates.
  ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_PATH', 'NODE_EXTRA_CA_CERTS', 'NODE_COMPILE_CACHE'],
  ...['NODE_DISABLE_COMPILE_CACHE', 'NODE_V8_COVERAGE', 'NODE_ICU_DATA', 'SSL_CERT_FILE'],
  ...['SSL_CERT_DIR', 'MALLOC_ARENA_MAX', 'MIMALLOC_PURGE_DELAY', 'UV_THREADPOOL_SIZE'],
  // Settings of Waymark's build.
  ...['SITE_URL', 'BASE_PATH', 'CONTENT_DIR', 'OUT_DIR', 'SITE_CONFIG', 'ASTRO_TELEMETRY_DISABLED'],
  'CALLED_AS',
]);
