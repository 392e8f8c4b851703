import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// Lets Node import fonts as bundles do: `?inline` gives the file as a data URL.

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.woff?inline')) return nextLoad(url, context);
    const font = readFileSync(fileURLToPath(url)).toString('base64');
    const source = `export default 'data:font/woff;base64,${font}'`;
    return { format: 'module', source, shortCircuit: true };
  },
});
