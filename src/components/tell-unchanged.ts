import { counted } from '../site/strings/counted.ts';

// Pages hold no time of a build, so how long nothing has changed is worked out where it is read.

const oneDay = 24 * 60 * 60 * 1000;
/** Less is nothing to tell of. */
const leastDays = 7;

const root = document.querySelector<HTMLElement>('[data-unchanged]');
const words = counted(
  document.documentElement.lang,
  JSON.parse(root?.dataset.unchanged ?? '{"other":""}'),
);

for (const time of root?.querySelectorAll<HTMLTimeElement>('time[data-last]') ?? []) {
  const days = Math.floor((Date.now() - Date.parse(time.dateTime)) / oneDay);
  const place = time.closest('li')?.querySelector('[data-unchanged-here]');
  if (place && days >= leastDays) place.textContent = words(days);
}
