import { counted } from '../../site/strings/counted.ts';

// Pages hold no time of a build, so how long nothing has changed is worked out where it is read.

const oneDay = 24 * 60 * 60 * 1000;
/** Less is nothing to tell of. */
const leastDays = 7;
const atOnce = 100;

const root = document.querySelector<HTMLElement>('[data-unchanged]');
const words = counted(
  document.documentElement.lang,
  JSON.parse(root?.dataset.unchanged ?? '{"other":""}'),
);

const times = [...(root?.querySelectorAll<HTMLTimeElement>('time[data-last]') ?? [])];
tellSome();

/** Of hundreds some at a time: between them the page answers its reader. */
function tellSome(): void {
  for (const time of times.splice(0, atOnce)) {
    const days = Math.floor((Date.now() - Date.parse(time.dateTime)) / oneDay);
    const place = time.closest('li')?.querySelector('[data-unchanged-here]');
    if (place && days >= leastDays) place.textContent = words(days);
  }
  if (times.length > 0) setTimeout(tellSome);
}
