import { type Finding, fine, mend, mind } from '../../lib/finding.ts';

/** Signed deliveries more than 300 s away are refused (Standard Webhooks 1.0.0). */
const secondsAway = { mind: 30, mend: 240 };

/**
 * Whether this machine's clock and the API's go together.
 * @param date the API's `Date` header (RFC 9110, 6.6.1), in whole seconds
 * @param ms how long its answer took, by which the two may differ
 */
export function checkClock(date: string | undefined, now: Date, ms: number): Finding {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return fine('clock', 'The API does not tell its time.');
  const apart = Math.max(0, Math.abs(now.getTime() - theirs) - ms - 1000) / 1000;
  const found = `This machine and the API are ${Math.round(apart)} s apart.`;
  const next = 'Have the clock set by NTP: events are refused that seem five minutes old.';
  if (apart >= secondsAway.mend) return mend('clock', found, next);
  return apart >= secondsAway.mind ? mind('clock', found, next) : fine('clock', found);
}
