import { randomUUID } from 'node:crypto';
import { addressOf } from './page.ts';
import { doorRoutes } from './pages/doors.ts';
import { keyRoutes } from './pages/keys.ts';
import { moreRoutes } from './pages/more.ts';
import { previewRoutes } from './pages/preview.ts';
import { sendForm, showStored } from './pages/release-form.ts';
import { showReleases } from './pages/releases.ts';
import { userRoutes } from './pages/users.ts';
import { get, post, type Route } from './route.ts';

/** All pages and actions of the desk, with the role that each needs. */
export const routes: readonly Route[] = [
  get('', 'writer', () => ({ to: '/desk/' })),
  get('/', 'writer', showReleases),
  // The id is chosen first, so that a double submit makes one release.
  get('/new', 'writer', () => ({ to: addressOf(randomUUID()) })),
  get('/releases/:id', 'writer', showStored),
  post('/releases/:id', 'writer', sendForm),
  post('/releases/:id/publish', 'publisher', sendForm),
  ...previewRoutes,
  ...doorRoutes,
  ...keyRoutes,
  ...moreRoutes,
  ...userRoutes,
];
