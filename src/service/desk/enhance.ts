/**
 * The script of the desk. Browsers get the text of this function, so it uses nothing outside of
 * itself. It keeps what is typed into the form of a release until that is saved, and sends no form
 * twice.
 */
export function enhance(): void {
  const prefix = 'desk typed ';
  const form = document.querySelector<HTMLFormElement>('form[data-keep]');
  // The addresses of a release's form, of its answers and of its preview begin with this.
  const ownKey = prefix + location.pathname.split('/', 4).join('/');
  if (new URL(location.href).searchParams.has('done')) {
    localStorage.removeItem(ownKey);
    history.replaceState(null, '', location.pathname);
  }
  document.addEventListener('submit', (event) => {
    const target = event.target as HTMLFormElement;
    if (target.dataset.sent !== undefined) event.preventDefault();
    target.dataset.sent = '';
  });
  addEventListener('pageshow', () => {
    for (const one of document.forms) delete one.dataset.sent;
  });
  const zone = document.querySelector<HTMLSelectElement>('select[name=zone]');
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (!document.querySelector<HTMLInputElement>('input[name=at]')?.value)
    zone?.add(new Option(timeZone, timeZone, true, true), 0);
  const place = form ?? document.querySelector('.releases');
  if (!place) return;

  const entries = () => {
    const all = [...new FormData(form ?? undefined)];
    return JSON.stringify(all.filter(([, value]) => typeof value === 'string'));
  };
  const store = () => {
    // Fails if the browser's storage is full.
    try {
      localStorage.setItem(ownKey, entries());
    } catch {}
  };
  if (form?.dataset.keep === 'typed') store();
  form?.addEventListener('input', store);
  for (const [key, kept] of Object.entries(localStorage))
    if (form ? key === ownKey && kept !== entries() : key.startsWith(prefix))
      offer(key, JSON.parse(kept));

  /** Offers what was typed into a form. The service shows it. */
  function offer(key: string, kept: [name: string, value: string][]) {
    const notice = document.createElement('form');
    const action = key.slice(prefix.length);
    const enctype = 'multipart/form-data';
    Object.assign(notice, { className: 'notice', method: 'post', action, enctype });
    const { title } = Object.fromEntries(kept);
    notice.innerHTML = '<button>Show it</button> <button type="button">Discard it</button>';
    notice.prepend(`“${title || '…'}” was typed earlier in this browser. It is not saved yet. `);
    for (const [name, value] of [...kept, ['do', 'show']]) {
      const input = document.createElement('textarea');
      notice.append(Object.assign(input, { name, value, hidden: true }));
    }
    notice.querySelector('[type=button]')?.addEventListener('click', () => {
      localStorage.removeItem(key);
      notice.remove();
    });
    place?.before(notice);
  }
}
