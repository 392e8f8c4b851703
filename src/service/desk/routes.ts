import { doorRoutes } from './pages/doors.ts';
import { keyRoutes } from './pages/keys.ts';
import { releaseRoutes } from './pages/releases.ts';
import { userRoutes } from './pages/users.ts';
import type { Route } from './route.ts';

/** All pages and actions of the desk, with the role that each needs. */
export const routes: readonly Route[] = [
  ...releaseRoutes,
  ...doorRoutes,
  ...keyRoutes,
  ...userRoutes,
];
