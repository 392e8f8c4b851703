/**
 * The script of the desk. Browsers get the text of this function, so it uses nothing outside of
 * itself. It keeps what is typed into the form of a release until that is saved, and sends no form
 * twice.
 */
export function enhance(): void {
  const maxAgeMs = 30 * 24 * 3600_000;
  const [prefix, sentKey] = ['desk ', 'desk sent'];
  const form = document.querySelector<HTMLFormElement>('form[data-keep]');
  const isNew = form?.dataset.keep === 'new';
  const ownKey = prefix + form?.getAttribute('action');
  if (new URL(location.href).searchParams.has('done')) {
    localStorage.removeItem(sessionStorage.getItem(sentKey) ?? '');
    history.replaceState(null, '', location.pathname);
  }
  document.addEventListener('submit', (event) => {
    const target = event.target as HTMLFormElement;
    if (target.dataset.sent !== undefined) event.preventDefault();
    target.dataset.sent = '';
    if (target === form) sessionStorage.setItem(sentKey, ownKey);
  });
  addEventListener('pageshow', () => {
    for (const one of document.forms) delete one.dataset.sent;
  });
  const zone = document.querySelector<HTMLSelectElement>('select[name=zone]');
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const isChosen = document.querySelector<HTMLInputElement>('input[name=at]')?.value;
  if (
    !isChosen &&
    zone?.value === 'UTC' &&
    [...zone.options].some(({ value }) => value === timeZone)
  )
    zone.value = timeZone;
  const place = form ?? document.querySelector('.releases');
  if (!place) return;

  const entries = () =>
    [...new FormData(form ?? undefined)].filter(([, value]) => typeof value === 'string');
  const store = () => {
    // Fails if the browser's storage is full.
    try {
      localStorage.setItem(ownKey, JSON.stringify({ at: Date.now(), isNew, entries: entries() }));
    } catch {}
  };
  if (form?.dataset.typed !== undefined) store();
  else for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) offer(key);
  form?.addEventListener('input', store);

  /**
   * Offers what was typed into this form, or into those of new releases; above the list of releases,
   * what was typed into any. The service shows it.
   */
  function offer(key: string) {
    const kept = read(key);
    if (Date.now() - (kept?.at ?? 0) > maxAgeMs) return localStorage.removeItem(key);
    const isOther = form && key !== ownKey && !(isNew && kept.isNew);
    if (isOther || JSON.stringify(kept.entries) === JSON.stringify(entries())) return;
    const notice = document.createElement('form');
    Object.assign(notice, {
      className: 'notice',
      method: 'post',
      action: key.slice(prefix.length),
    });
    notice.enctype = 'multipart/form-data';
    const values = new Map<string, string>(kept.entries);
    notice.append(
      `“${values.get('title') || '…'}” was typed earlier in this browser. It is not saved yet. `,
    );
    for (const [name, value] of [...kept.entries, ['do', 'show']]) {
      const input = Object.assign(document.createElement('textarea'), { name, value });
      input.hidden = true;
      notice.append(input);
    }
    const discard = Object.assign(document.createElement('button'), { type: 'button' });
    discard.append('Discard it');
    discard.onclick = () => {
      localStorage.removeItem(key);
      notice.remove();
    };
    const show = document.createElement('button');
    show.append('Show it');
    notice.append(show, ' ', discard);
    place?.before(notice);
  }

  /** Other programs of this address store what they like. */
  function read(key: string) {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  }
}
