import type { Reader } from '../browser/reader.ts';

/** How much of what is in sight moved, as the layout shift score counts it: 0.1 is felt as bad. */
interface Shift {
  /** From the first paint, in other faces, to when the scripts had run. */
  withoutFaces: number;
  /** From then to when every face was there. */
  asFacesArrive: number;
}

/** Opens a page whose faces arrive only after it was painted and its scripts have run. */
export async function shiftOf({ page, url }: Reader, path: string): Promise<Shift> {
  const mayArrive = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await mayArrive.promise;
    await route.continue();
  });
  await page.goto(url + path, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(
    () =>
      performance.getEntriesByName('first-contentful-paint').length > 0 &&
      [...document.fonts].some(({ status }) => status === 'loading'),
  );
  const withoutFaces = await page.evaluate(shiftSoFar);
  mayArrive.resolve();
  await page.waitForFunction(() =>
    document.fonts.ready.then((faces) => [...faces].some(({ status }) => status === 'loaded')),
  );
  return { withoutFaces, asFacesArrive: (await page.evaluate(shiftSoFar)) - withoutFaces };
}

/** Runs in the page: two frames later, everything that has moved so far was noted. */
async function shiftSoFar(): Promise<number> {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  let sum = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  await new Promise((resolve) => setTimeout(resolve));
  return sum;
}
