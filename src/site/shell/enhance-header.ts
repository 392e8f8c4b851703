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
    // The first click chooses the theme that differs from the system's.
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
    // The browser's own frame follows the system's theme, so a chosen theme is set explicitly.
    for (const [index, frame] of frames.entries())
      frame.content = colours[chosen ? themes.indexOf(chosen) : index] ?? '';
  }
}

function store(theme: string): void {
  try {
    if (theme) localStorage.setItem('theme', theme);
    else localStorage.removeItem('theme');
  } catch {
    // Without storage the choice applies to this page only.
  }
}
