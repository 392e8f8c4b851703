// Case-insensitive, because Prometheus reads `NaN` and `+Inf` in any case (Go's `ParseFloat`).
const form =
  /^(?<name>[a-zA-Z_:][\w:]*)(?<labels>\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)+\})? (?<value>-?[\d.e+-]+|[+-]Inf|nan)$/i;

/**
 * The samples of a scrape by name and labels, such as `runs_total{scope="awaited"}`.
 * @throws if a line is not in Prometheus' text format (version 0.0.4), or a sample or type occurs
 * twice
 */
export function samplesOf(text: string): Map<string, number> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const lines = text.split('\n');
  const types = lines.flatMap(
    (line) => /^# TYPE (\S+) (?:counter|gauge|histogram)$/.exec(line)?.[1] ?? [],
  );
  const samples = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => sampleOf(line, types));
  for (const all of [types, samples.map(([sample]) => sample)])
    if (new Set(all).size < all.length) throw new Error(`something stands there twice:\n${text}`);
  return new Map(samples);
}

function sampleOf(line: string, types: readonly string[]): [sample: string, value: number] {
  const { name = '', labels = '', value = '' } = form.exec(line)?.groups ?? {};
  const families = [name, name.replace(/_(?:bucket|sum|count)$/, '')];
  if (!families.some((family) => types.includes(family))) throw new Error(`of no type: ${line}`);
  return [`${name}${labels}`, Number(value.replace('Inf', 'Infinity'))];
}

/** All samples with the given name, with any labels. */
export function named(samples: ReadonlyMap<string, number>, name: string): Record<string, number> {
  return Object.fromEntries([...samples].filter(([sample]) => sample.split('{')[0] === name));
}
