import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measure, type Row } from './support/measure.ts';
import { buildContent, copyProject } from './support/project.ts';

/**
 * Measures what social cards add to a full build: once when all cards are drawn, and once when they
 * are already cached. Each case alternates with its baseline.
 */
export async function benchCards(
  folder: string,
  contentDir: string,
  rounds: number,
): Promise<Row[]> {
  await using project = await copyProject(folder);
  const show = async (cards: boolean) => {
    const settings = `export default { show: { cards: ${cards} } };\n`;
    await writeFile(join(project.folder, 'site.config.ts'), settings);
  };
  const without = (...names: string[]) =>
    Promise.all(
      names.map((name) => rm(join(project.folder, name), { recursive: true, force: true })),
    );
  const build = async () => void (await buildContent(project, contentDir));
  const prepareWith = async (...gone: string[]) => {
    await show(true);
    await without('dist', '.cache/builds', ...gone);
  };
  const readyBaseline = (cards: boolean) => async () => {
    await show(cards);
    await without('dist', '.cache/builds');
    return build;
  };
  // Compiles the renderers of both configurations before anything is timed.
  for (const cards of [true, false]) {
    await show(cards);
    await build();
  }
  const drawing = {
    work: 'full build that draws its cards',
    baseline: 'full build, its cards drawn already',
    prepare: () => prepareWith('.cache/cards'),
    runWork: build,
    readyBaseline: readyBaseline(true),
  };
  const drawn = {
    work: 'full build, its cards drawn already',
    baseline: 'full build without cards',
    prepare: () => prepareWith(),
    runWork: build,
    readyBaseline: readyBaseline(false),
  };
  return [await measure(drawing, rounds), await measure(drawn, rounds)];
}
