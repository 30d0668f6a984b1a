import type { DiscordBot } from '@kith/kit/testing';
import type { Page } from 'playwright-core';
import type { Product } from './product.js';
import { screenOf, type Screen } from './screen.js';
import { aBot, aPerson, done, type Person, type PlanName } from './users.js';

/** A companion that runs on Discord, its owner, and a window in which the owner is signed in. */
export interface Companion {
  readonly owner: Person;
  readonly page: Page;
  readonly screen: Screen;
  readonly botId: string;
  readonly onDiscord: DiscordBot;
  /** A message by another member each time, because the messages of one are limited. Resolves to its id. */
  says(content: string, authorId?: string, mention?: boolean): Promise<string>;
  /** A message that mentions it: without a language model it may leave others unanswered. */
  asks(content: string): Promise<string>;
  /** The text of the answer to a message. */
  replyTo(messageId: string | Promise<string>): Promise<string>;
  /** Whether the trace of a message says that it was answered. */
  isTraced(messageId: string): Promise<boolean>;
  /** Changes its settings over the API. */
  change(input: object): Promise<unknown>;
}

interface CompanionOptions {
  readonly owner?: Person;
  readonly plan?: PlanName;
  readonly hasMessageContentIntent?: boolean;
}

const TRACE = 'query ($botId: ID!, $messageId: String!) { messageTrace(botId: $botId, messageId: $messageId) { outcome } }';
/** A model that fails is asked again for a while. */
const REPLY_MS = 40_000;
let members = 0;

/** A companion of a new user that is online in one server. */
export async function aCompanionOnDiscord(
  product: Product,
  name: string,
  { plan = 'standard', owner: known, ...application }: CompanionOptions = {},
): Promise<Companion> {
  const { discord } = product.stack;
  const owner = known ?? (await aPerson(product.stack, { plan }));
  const { page } = await product.visit(owner);
  const onDiscord = await discord.addBot({ name, ...application });
  const preferences = { responseDelay: 'instant' };
  const settings = { preferences, channelSettings: { maxMessagesPerMinute: 60 } };
  const botId = await aBot(owner, name, { discordToken: onDiscord.token, ...settings });
  await done(owner.client.post(`/api/bots/${botId}/start`));
  const aMember = (): string => String(690_000_000_000_000_000n + BigInt((members += 1)));
  const says = async (content: string, authorId = aMember(), mention = false): Promise<string> =>
    discord.sendMessage({ bot: onDiscord, content, authorId, mention });
  return {
    owner,
    page,
    screen: screenOf(page),
    botId,
    onDiscord,
    says,
    asks: (content) => says(content, undefined, true),
    replyTo: async (messageId) => (await discord.waitForReply(await messageId, REPLY_MS)).content,
    isTraced: async (messageId) => {
      const { body } = await done(owner.client.graphql(TRACE, { botId, messageId }));
      const { data } = body as { data?: { messageTrace: { outcome: string } | null } };
      return data?.messageTrace?.outcome === 'answered';
    },
    change: (input) => done(owner.client.patch(`/api/bots/${botId}`, input)),
  };
}
