import type { Awaitable } from '../../lib/awaitable.ts';
import type { Release } from '../../model/api/release.ts';
import type { Channels, Ruled } from '../../model/channels.ts';
import type { Previewer } from '../../model/preview.ts';
import type { Db } from '../database/schema.ts';
import type { Parts } from '../http/app.ts';
import type { HttpContext } from '../http/handle.ts';
import type { FilePart } from '../http/read-parts.ts';
import type { Role, User } from '../keys/users.ts';
import type { Page, Values } from './page.ts';

/** How the site looks. Scripts hand it in, because the service does not know the site. */
export interface Look {
  /** The site's style sheet with its theme, and the desk's. It refers to the fonts by their names. */
  css: string;
  /** Fonts in WOFF2, by name. */
  fonts: Readonly<Record<string, Uint8Array>>;
  /** Language of the site, in which releases are written. */
  language: string;
}

export interface DeskOptions {
  /** Whether the desk answers only on this machine. Otherwise it needs HTTPS at `publicUrl`. */
  isOnlyHere: boolean;
  /** Header in which a trusted proxy names the user that it signed in. */
  userHeader: string | undefined;
  look: Look;
  site: Site;
}

/** A step on a release's way to readers, and how far it came. */
export interface Step {
  name: string;
  /** `waiting`: nothing is wrong so far. */
  state: 'done' | 'waiting' | 'stopped';
  why?: string | undefined;
  /** Where readers see it. */
  href?: string;
}

/** What the desk knows of the site. Scripts hand it in. */
export interface Site {
  /** Renders Markdown to HTML, which is not sanitised. */
  renderMarkdown: (text: string) => { html: string; problem?: string | undefined };
  /**
   * Names of the targets of announcements, and whether their rules choose the release, whose
   * changes have these types. `problem`: why the targets cannot be read.
   */
  channels: (release: Ruled, types: readonly string[]) => Promise<Channels>;
  /** Renders previews; undefined if there is no such tool. */
  preview?: Previewer | undefined;
  /** Whether the preview has the settings of the site, or only the default ones. */
  isPreviewOfSite: boolean;
  /** Whether a release of the site had this slug before. */
  isFormerSlug: (slug: string) => Promise<boolean>;
  /** Whether the release is live, and announced; empty if that is not known. */
  steps: (release: Release) => Promise<Step[]>;
}

/** A page, an address to continue at, or a whole response. */
export type Answered = Page | { to: string } | Response;

/** A page or an action of the desk. Paths are below `/desk`. */
export interface Route {
  method: 'GET' | 'POST';
  path: string;
  /** Who may use it. Publishers may use everything that writers may. */
  role: Role | 'anyone';
  answer: (visit: Visit) => Awaitable<Answered>;
}

/** A route that shows a page. */
export function get(path: string, role: Route['role'], answer: Route['answer']): Route {
  return { method: 'GET', path, role, answer };
}

/** A route that changes something, and then continues at another page. */
export function post(path: string, role: Route['role'], answer: Route['answer']): Route {
  return { method: 'POST', path, role, answer };
}

/** What a form sent. Files without a name were not chosen, and are left out. */
export interface Sent {
  values: Values;
  files: readonly FilePart[];
}

/** A request to the desk. */
export interface Visit extends Sent, DeskOptions, Pick<Parts, 'deps' | 'hasEnvironmentKey'> {
  c: HttpContext;
  user: User;
  /** Id of the session; undefined if a proxy signed the user in. */
  session: string | undefined;
  /** Gives the browser a session's secret, or takes it away if it is empty. */
  setSession: (secret: string) => void;
  /** The parameter in the path. */
  param: string;
  now: Date;
  /** The desk's own origin. */
  origin: string;
  /** The first value of a field; empty if there is none. */
  value: (name: string) => string;
  /** Changes data in one transaction, in which the user is still allowed to. */
  write: <T>(work: (db: Db, log: Log) => Promise<T>) => Promise<T>;
}

/** Records what the user did, and to what. */
type Log = (action: string, subject: string) => Promise<void>;

/** A visit without a user, of a route that is open to anyone. */
export const nobody: User = { id: '', name: '', role: 'writer' };

/** The message of an error for a user. Only publishers see paths of the server. */
export function explainTo(user: User | undefined, { message }: Error): string {
  if (user?.role === 'publisher') return message;
  return 'This failed. Try it again in a moment, or ask a publisher, who sees why.';
}
