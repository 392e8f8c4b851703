import { type GaugeReading, secondsSince } from '../../lib/metrics/reading.ts';
import type { Inbox } from '../../receiver/inbox/open.ts';
import { waitingEvents } from '../../receiver/inbox/pending-events.ts';
import { lastSuccess } from '../../receiver/inbox/success.ts';

/** How far behind the receiver is, as its inbox tells it, also after a restart. */
export function inboxReadings(inbox: Inbox, now: Date): GaugeReading[] {
  const { count, since } = waitingEvents(inbox, now);
  const success = lastSuccess(inbox);
  return [
    {
      name: 'waymark_events_waiting',
      help: 'Events whose time has come and that no run has settled.',
      value: count,
    },
    {
      name: 'waymark_events_oldest_waiting_age_seconds',
      help: 'For how long the oldest of these has waited; 0 where none does.',
      value: secondsSince(since, now),
    },
    // Before the first run there is no time that it could be reckoned from.
    ...(success
      ? [
          {
            name: 'waymark_last_success_age_seconds',
            help: 'How long ago the last run ended that did not fail.',
            value: secondsSince(success.at, now),
          },
        ]
      : []),
  ];
}
