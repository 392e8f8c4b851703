import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../service/start.ts';
import { sharedBrowser } from '../../support/chromium.ts';

test('the API documentation page shows every endpoint and loads nothing from other origins', async () => {
  await using service = await startService();
  const browser = await sharedBrowser();
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && origin !== service.url) troubles.push(`left: ${request.url()}`);
  });
  await page.goto(`${service.url}/docs`);
  await page.getByText('Publish a release now or at a future time').click();
  await page.locator('details[open]').getByText('Missing or invalid API key.').waitFor();
  // 21 endpoints of the API, three others (readiness, metrics, files), and three events.
  expect(await page.locator('summary > code').count()).toBe(27);
  expect(troubles).toEqual([]);
}, 60_000);
