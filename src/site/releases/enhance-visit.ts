/**
 * Marks releases that were added since the reader's last visit. The first visit shows no marks. The
 * marks stay until the visit ends, even if the reader reloads the page.
 */
export function enhanceVisit(root: ParentNode): void {
  const timeline = root.querySelector<HTMLElement>('[data-new]');
  if (timeline) markNew(timeline);
}

function markNew(timeline: HTMLElement): void {
  const [seenName, sinceName] = namesFor(timeline.dataset.base);
  const dates = [...timeline.querySelectorAll<HTMLTimeElement>('.date time')];
  const newest =
    dates
      .map(({ dateTime }) => dateTime)
      .toSorted()
      .at(-1) ?? '';
  try {
    const seen = localStorage.getItem(seenName);
    const since = sessionStorage.getItem(sinceName) ?? seen;
    // Only pages of a list with all releases update the time of the newest seen release. All times
    // are in UTC, so they sort as text.
    if (timeline.dataset.all !== undefined && newest > (seen ?? ''))
      localStorage.setItem(seenName, newest);
    sessionStorage.setItem(sinceName, since ?? newest);
    if (since === null) return;
    for (const date of dates.filter(({ dateTime }) => dateTime > since)) addMark(date, timeline);
  } catch {
    // Without storage, every visit counts as the first, so nothing is marked.
  }
}

/**
 * The keys in storage, which differ for each changelog on a host.
 * @param base undefined at the host's root
 */
function namesFor(base: string | undefined): [seen: string, since: string] {
  const suffix = base === undefined ? '' : ` ${base}`;
  return [`newest-seen${suffix}`, `new-since${suffix}`];
}

function addMark(date: HTMLElement, { dataset }: HTMLElement): void {
  const word = document.createElement('span');
  word.className = 'is-new';
  word.textContent = dataset.new ?? '';
  date.after(' ', word);
}
