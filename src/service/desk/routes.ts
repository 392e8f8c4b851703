import { doorRoutes } from './pages/doors.ts';
import { keyRoutes } from './pages/keys.ts';
import { moreRoutes } from './pages/more.ts';
import { previewRoutes } from './pages/preview.ts';
import { sendForm, showNew, showStored } from './pages/release-form.ts';
import { showReleases } from './pages/releases.ts';
import { userRoutes } from './pages/users.ts';
import { get, post, type Route } from './route.ts';

/** All pages and actions of the desk, with the role that each needs. */
export const routes: readonly Route[] = [
  get('/', 'writer', showReleases),
  get('/new', 'writer', showNew),
  get('/releases/:id', 'writer', showStored),
  post('/releases/:id', 'writer', sendForm),
  post('/releases/:id/publish', 'publisher', sendForm),
  ...previewRoutes,
  ...doorRoutes,
  ...keyRoutes,
  ...moreRoutes,
  ...userRoutes,
];
