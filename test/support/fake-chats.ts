import { z } from 'zod';
import { listen } from '../../src/lib/http/listen.ts';

// Fakes of Slack's incoming webhooks (docs.slack.dev, "Blocks") and Discord's webhooks
// (discord.com/developers, "Execute Webhook"), which refuse what the real ones refuse.

const url = z.url({ protocol: /^https?$/ }).max(3000);
const plain = (max: number) =>
  z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(max),
    emoji: z.boolean(),
  });
const Slack = z.strictObject({
  text: z.string().min(1).max(40_000),
  blocks: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('header'), text: plain(150) }),
        z.strictObject({
          type: z.literal('section'),
          text: z.strictObject({
            type: z.literal('mrkdwn'),
            text: z.string().min(1).max(3000),
            verbatim: z.boolean(),
          }),
        }),
        z.strictObject({
          type: z.literal('image'),
          image_url: url,
          alt_text: z.string().min(1).max(2000),
        }),
      ]),
    )
    .min(1)
    .max(50),
});
const mentions = z.strictObject({ parse: z.array(z.never()) });
const Embed = z.strictObject({
  title: z.string().min(1).max(256),
  url,
  description: z.string().max(4096),
  image: z.strictObject({ url }).optional(),
});
const Discord = z.union([
  z.strictObject({ content: z.string().min(1).max(2000), allowed_mentions: mentions }),
  z
    .strictObject({ embeds: z.array(Embed).min(1).max(10), allowed_mentions: mentions })
    .refine(
      ({ embeds }) =>
        embeds.reduce((sum, one) => sum + one.title.length + one.description.length, 0) <= 6000,
    ),
]);
const Hook = z.strictObject({
  type: z.literal('release.announced'),
  timestamp: z.iso.datetime(),
  data: z.array(z.looseObject({ id: z.string(), title: z.string(), url })).min(1),
});

/** The schema of what each side accepts. */
export const accepted = { slack: Slack, discord: Discord, webhook: Hook };
export type ChatSide = keyof typeof accepted;

export interface FakeChats extends AsyncDisposable {
  address(side: ChatSide, name?: string): string;
  /** The accepted messages, by the name in the address. */
  messages: { side: ChatSide; name: string; body: string; headers: Headers }[];
  refused: string[];
  /** Returns a response to send instead; with `after`, the message counts as posted all the same. */
  fail?:
    | ((
        name: string,
        turn: number,
        body: string,
      ) => Promise<Response | undefined> | Response | undefined)
    | undefined;
}

/** Starts a server at whose addresses all kinds of targets are. */
export async function startChats(): Promise<FakeChats> {
  let turn = 0;
  const server = await listen({
    port: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const [, side = '', name = ''] = pathname.split('/') as [string, ChatSide, string];
      const body = await request.text();
      const failed = await chats.fail?.(name, turn++, body);
      if (failed) return failed;
      const parsed = accepted[side as ChatSide].safeParse(JSON.parse(body));
      if (!parsed.success) {
        chats.refused.push(`${parsed.error.message}\n${body}`);
        return new Response('invalid_blocks', { status: 400 });
      }
      chats.messages.push({ side: side as ChatSide, name, body, headers: request.headers });
      return new Response('ok');
    },
  });
  const chats: FakeChats = {
    address: (side, name = 'main') => `${server.url}/${side}/${name}/s3cr3t-of-the-address`,
    messages: [],
    refused: [],
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return chats;
}
