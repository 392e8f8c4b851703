import { addSearchShortcut } from './shortcut.ts';

/** Adds the search shortcut and the theme switch to the header. */
export function enhanceHeader(root: ParentNode): void {
  const search = root.querySelector<HTMLAnchorElement>('[data-link=search]');
  if (search) addSearchShortcut(root, search);
  const button = root.querySelector<HTMLButtonElement>('[data-theme-switch]');
  if (button) switchTheme(root, button);
}

const themes = ['light', 'dark'] as const;

function switchTheme(root: ParentNode, button: HTMLButtonElement): void {
  const { dataset } = document.documentElement;
  const prefersDark = matchMedia('(prefers-color-scheme: dark)');
  const frames = [...root.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
  const colours = frames.map(({ content }) => content);

  show();
  button.hidden = false;
  button.addEventListener('click', () => {
    // The first click on the theme switch chooses the theme that the system does not use.
    const order = prefersDark.matches ? ['', 'light', 'dark'] : ['', 'dark', 'light'];
    const theme = order[(order.indexOf(dataset.theme ?? '') + 1) % order.length] ?? '';
    dataset.theme = theme;
    show();
    store(theme);
  });

  function show(): void {
    const chosen = themes.find((theme) => theme === dataset.theme);
    const name = button.dataset[chosen ?? 'system'] ?? '';
    button.ariaLabel = name;
    button.title = name;
    // The browser colours its own interface by the system's theme, so the chosen theme is set
    // explicitly.
    for (const [index, frame] of frames.entries())
      frame.content = colours[chosen ? themes.indexOf(chosen) : index] ?? '';
  }
}

function store(theme: string): void {
  try {
    if (theme) localStorage.setItem('theme', theme);
    else localStorage.removeItem('theme');
  } catch {
    // Without storage, the choice only applies to this page.
  }
}
