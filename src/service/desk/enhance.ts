/**
 * The script of the desk. Browsers get the text of this function, so it uses nothing outside of
 * itself. It keeps what is typed into the form of a release until that is saved, and sends no form
 * twice.
 */
export function enhance(): void {
  const maxAgeMs = 30 * 24 * 3600_000;
  const sentKey = 'desk sent';
  const form = document.querySelector<HTMLFormElement>('form[data-keep]');
  const isNew = form?.dataset.keep === 'new';
  const newKey = 'desk new ';
  let key = isNew ? newKey + form?.getAttribute('action') : `desk ${form?.dataset.keep}`;
  const isSaved = new URL(location.href).searchParams.has('done');
  if (isSaved) localStorage.removeItem(sessionStorage.getItem(sentKey) ?? '');
  if (isSaved) history.replaceState(null, '', location.pathname);
  // Other programs of this address store what they like.
  const read = (name: string) => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? 'null');
    } catch {
      return null;
    }
  };
  for (const name of Object.keys(localStorage)) {
    const isOwn = name.startsWith('desk ');
    if (isOwn && Date.now() - (read(name)?.at ?? 0) > maxAgeMs) localStorage.removeItem(name);
  }
  document.addEventListener('submit', (event) => {
    const target = event.target as HTMLFormElement;
    if (target.dataset.sent !== undefined) event.preventDefault();
    target.dataset.sent = '';
    if (target === form) sessionStorage.setItem(sentKey, key);
  });
  addEventListener('pageshow', () => {
    for (const one of document.forms) delete one.dataset.sent;
  });
  const zone = document.querySelector<HTMLSelectElement>('select[name=zone]');
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (zone?.value === 'UTC' && [...zone.options].some(({ value }) => value === timeZone))
    zone.value = timeZone;
  if (!form) return;

  const entries = () => [...new FormData(form)].filter(([, value]) => typeof value === 'string');
  const store = () => {
    const action = form.getAttribute('action');
    const kept = { at: Date.now(), action, entries: entries() };
    // Fails if the browser's storage is full.
    try {
      localStorage.setItem(key, JSON.stringify(kept));
    } catch {}
  };
  void begin();

  async function begin() {
    if (form?.dataset.typed !== undefined) store();
    else if (isNew) await adopt();
    if (isNew) void navigator.locks.request(key, () => new Promise(() => {}));
    const kept = read(key);
    const isOther = kept && JSON.stringify(kept.entries) !== JSON.stringify(entries());
    if (isOther) restore(kept);
    form?.addEventListener('input', store);
  }

  /** Continues a new release of a tab that was closed. Open tabs hold a lock. */
  async function adopt() {
    const held = (await navigator.locks.query()).held?.map(({ name }) => name) ?? [];
    const all = Object.keys(localStorage).filter((name) => name.startsWith(newKey));
    const free = all.filter((name) => !held.includes(name));
    key = free.toSorted((a, b) => read(b)?.at - read(a)?.at)[0] ?? key;
  }

  function restore(kept: { action: string; entries: [string, string][] }) {
    form?.setAttribute('action', kept.action);
    const values = Map.groupBy(kept.entries, ([name]) => name);
    for (const [name, all] of values)
      for (let n = controls(name).length; n < all.length; n += 1) addRow(name);
    const names = new Set([...(form?.elements ?? [])].map((one) => (one as HTMLInputElement).name));
    for (const name of names)
      fill(
        controls(name),
        (values.get(name) ?? []).map(([, value]) => value),
      );
    const notice = document.createElement('p');
    notice.className = 'notice';
    notice.setAttribute('role', 'status');
    notice.append('This is what you typed earlier in this browser. It is not saved yet. ');
    const discard = document.createElement('button');
    discard.append('Discard it');
    discard.onclick = () => {
      localStorage.removeItem(key);
      location.reload();
    };
    notice.append(discard);
    form?.before(notice);
  }

  function controls(name: string): HTMLInputElement[] {
    const all = [...(form?.elements ?? [])] as HTMLInputElement[];
    return all.filter((one) => one.name === name && !/^(?:file|submit|button)$/.test(one.type));
  }

  function addRow(name: string) {
    for (const group of form?.querySelectorAll('fieldset') ?? []) {
      const source = group.querySelector('template')?.content ?? group;
      const row = [...source.querySelectorAll('.row')].at(-1);
      if (row?.querySelector(`[name=${name}]`)) group.append(row.cloneNode(true));
    }
  }

  function fill(all: HTMLInputElement[], values: string[]) {
    for (const [at, one] of all.entries())
      if (one.type === 'checkbox') one.checked = values.includes(one.value);
      else one.value = values[at] ?? '';
  }
}
