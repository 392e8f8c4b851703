import type { Element, Nodes } from 'hast';
import { toText } from 'hast-util-to-text';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { serveDesk } from '../../../src/service/desk/desk.ts';
import type { DeskOptions, Site } from '../../../src/service/desk/route.ts';
import { addUser, findUser, makeLink, type Role } from '../../../src/service/keys/users.ts';
import { renderMarkdown } from '../../../src/sources/markdown/render-markdown.ts';
import { type Running, type StartOptions, startService } from '../start.ts';

const look = { css: ':root{}', fonts: {}, language: 'en' };

/** A site whose Markdown has no more than paragraphs and emphasis, and with two channels. */
export const site: Site = {
  renderMarkdown: (text) => renderMarkdown(text),
  channels: async ({ is_pre_release }) => ({
    channels: [
      { name: 'news', isChosen: !is_pre_release },
      { name: 'internal', isChosen: false },
    ],
  }),
  isPreviewOfSite: false,
  isFormerSlug: async (slug: string) => slug === 'was-used',
  steps: async () => [],
};

/** The real service with its desk. */
export function startDesk({
  desk = {},
  ...options
}: Omit<StartOptions, 'desk'> & { desk?: Partial<DeskOptions> } = {}): Promise<Running> {
  const given: DeskOptions = { isOnlyHere: true, userHeader: undefined, look, site, ...desk };
  return startService({ ...options, desk: serveDesk(given) });
}

interface SeenPage {
  status: number;
  headers: Headers;
  html: string;
  /** What readers see. */
  text: string;
  /** Follows to the page's form with this action, filled as the page fills it. */
  form: (action: string, at?: number) => FormData;
}

/** A browser without JavaScript that follows redirects and keeps cookies. */
export interface Visitor {
  get: (path: string, headers?: Record<string, string>) => Promise<SeenPage>;
  post: (
    path: string,
    body: FormData | Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<SeenPage>;
  /** Sends the form of a page, with other values. */
  submit: (
    path: string,
    action: string,
    values?: Record<string, string | string[] | File>,
  ) => Promise<SeenPage>;
  cookie: () => string;
}

export function visitorOf({ url }: Pick<Running, 'url'>, cookie = ''): Visitor {
  let jar = cookie;
  const visitor: Visitor = { get, post, submit, cookie: () => jar };
  return visitor;

  async function get(path: string, headers: Record<string, string> = {}): Promise<SeenPage> {
    return see(await request(path, { headers }));
  }

  async function post(
    path: string,
    body: FormData | Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<SeenPage> {
    const sent = body instanceof FormData ? body : new URLSearchParams(body);
    const init = { method: 'POST', body: sent, headers: { origin: url, ...headers } };
    return see(await request(path, init));
  }

  async function submit(
    path: string,
    action: string,
    values: Record<string, string | string[] | File> = {},
  ): Promise<SeenPage> {
    const form = (await get(path)).form(action);
    for (const [name, value] of Object.entries(values)) {
      form.delete(name);
      for (const one of [value].flat()) form.append(name, one);
    }
    return post(action, form);
  }

  async function request(path: string, init: RequestInit): Promise<Response> {
    const headers = { ...(jar && { cookie: jar }), ...(init.headers as Record<string, string>) };
    const response = await fetch(new URL(path, url), { ...init, headers, redirect: 'manual' });
    for (const one of response.headers.getSetCookie()) {
      const [pair = ''] = one.split(';');
      jar = /max-age=0/i.test(one) ? '' : pair;
    }
    const to = response.headers.get('location');
    if (to === null) return response;
    await response.arrayBuffer();
    return request(to, {});
  }
}

async function see(response: Response): Promise<SeenPage> {
  const html = await response.text();
  // Most pages are not looked at, and parsing takes longer than the request.
  const parse = () => unified().use(rehypeParse).parse(html);
  const text = () => toText(parse());
  return {
    status: response.status,
    headers: response.headers,
    html,
    get text() {
      return text();
    },
    form(action, at = 0) {
      const forms = elements(parse(), 'form').filter((one) => one.properties.action === action);
      const form = forms[at];
      if (!form) throw new Error(`no form ${action} on this page:\n${text()}`);
      return valuesOf(form);
    },
  };
}

function valuesOf(form: Element): FormData {
  const values = new FormData();
  for (const one of elements(form)) {
    const { name } = one.properties;
    const value = typeof name === 'string' ? filledBy(one) : undefined;
    if (value !== undefined) values.append(String(name), value);
  }
  return values;
}

function filledBy(one: Element): string | undefined {
  const { value = '', type = 'text', checked } = one.properties;
  const isOff = type === 'checkbox' && !checked;
  if (one.tagName === 'textarea') return toText(one, { whitespace: 'pre' });
  if (one.tagName === 'input') return isOff || type === 'file' ? undefined : String(value);
  const options = one.tagName === 'select' ? elements(one, 'option') : [];
  const chosen = options.find((option) => option.properties.selected) ?? options[0];
  return chosen && String(chosen.properties.value ?? '');
}

/** Elements in the order of the page. Several times as fast as `unist-util-visit`. */
function elements(node: Nodes, name?: string): Element[] {
  const children = 'children' in node ? node.children : [];
  const below = children.flatMap((child) => elements(child, name));
  const isFound = node.type === 'element' && (name === undefined || node.tagName === name);
  return isFound ? [node, ...below] : below;
}

/** Signs in a user, who is added if there is none with this name. */
export async function signedIn(
  service: Running,
  role: Role = 'publisher',
  name: string = role,
): Promise<Visitor> {
  const now = service.clock.now();
  const user =
    (await findUser(service.db, name)) ?? (await addUser(service.db, { name, role }, now));
  const visitor = visitorOf(service);
  await visitor.post(`/desk/sign-in/${await makeLink(service.db, user, now)}`, {});
  return visitor;
}
