import { Injectable } from '@nestjs/common';
import { RESTJSONErrorCodes, Routes, type APIMessage, type APIReaction, type APIUser } from 'discord-api-types/v10';
import { DiscordAPIError } from '@discordjs/rest';
import { RestClients } from '../../discord/rest-clients.js';
import { emojiInPath, emojiKey, type Emoji } from './emoji.js';
import type { RoleChoice } from './role-choices.js';
import { RoleMessages, type RoleMessage } from './role-messages.service.js';
import type { RoleSettings } from './role-settings.js';
import { isGone, RoleSetup } from './role-setup.js';
import { ReactionChanges } from './reaction-changes.js';

const PAGE = 100;
/** An emoji with more reactions is not read again: members would wait for their turn. */
const MAX_REACTIONS = 1000;
/** Of one message at a time; the rest follows after the next session. */
const MAX_CHANGES = 200;

/** Finds the reactions that came, or went, while the bot was away, and does what they ask for. */
@Injectable()
export class ReactionSync {
  constructor(
    private readonly messages: RoleMessages,
    private readonly setup: RoleSetup,
    private readonly changes: ReactionChanges,
    private readonly clients: RestClients,
  ) {}

  /** Forgets a message that was deleted meanwhile. Throws what Discord answers. */
  async sync(message: RoleMessage, settings: RoleSettings): Promise<void> {
    const { botId, channelId, messageId, mode } = message;
    if (messageId === null) return;
    const shown = await this.read(botId, channelId, messageId);
    if (shown === 'gone') return this.messages.delete(message.id);
    if (shown === null || mode !== 'reactions') return;
    let left = MAX_CHANGES;
    for (const choice of message.choices) {
      if (!choice.emoji || left <= 0) continue;
      left -= await this.syncChoice(message, { ...choice, emoji: choice.emoji }, shown, { settings, left });
    }
    await this.setup.react({ ...message, choices: message.choices.filter(({ emoji }) => emoji && !isOffered(shown, emoji)) });
  }

  /** Returns how many changes it made. */
  private async syncChoice(
    message: RoleMessage,
    choice: RoleChoice & { readonly emoji: Emoji },
    { reactions = [] }: APIMessage,
    { settings, left }: { readonly settings: RoleSettings; readonly left: number },
  ): Promise<number> {
    const key = emojiKey(choice.emoji);
    const found = reactions.find(({ emoji }) => keyOf(emoji) === key);
    if (!found?.me) {
      // Somebody cleared the reactions, the bot's own included: nobody has given a role back by that.
      await this.messages.forgetReactions(message, key);
      return 0;
    }
    if (found.count > MAX_REACTIONS) return 0;
    const now = await this.reactedNow(message, choice.emoji);
    const before = await this.messages.reactedMembers(message, key, MAX_REACTIONS);
    const [known, present] = [new Set(before), new Set(now)];
    const added = now.filter((id) => !known.has(id)).slice(0, left);
    const removed = before.filter((id) => !present.has(id)).slice(0, left - added.length);
    for (const memberId of added) await this.changes.add(message, choice, { memberId, roleIdsBefore: null, settings });
    for (const memberId of removed) await this.changes.remove(message, choice, { memberId, settings });
    return added.length + removed.length;
  }

  /** The ids of the people who react with the emoji now. */
  private async reactedNow({ botId, channelId, messageId }: RoleMessage, emoji: Emoji): Promise<string[]> {
    const people: string[] = [];
    for (let after = '0'; people.length < MAX_REACTIONS;) {
      const query = new URLSearchParams({ limit: String(PAGE), after });
      const route = Routes.channelMessageReaction(channelId, messageId ?? '', emojiInPath(emoji));
      const page = (await this.clients.use(botId, (rest) => rest.get(route, { query }))) as APIUser[];
      people.push(...page.filter(({ bot }) => bot !== true).map(({ id }) => id));
      after = page.at(-1)?.id ?? '';
      if (page.length < PAGE) break;
    }
    return people;
  }

  /** Null when the bot may not read it now. */
  private async read(botId: string, channelId: string, messageId: string): Promise<APIMessage | 'gone' | null> {
    try {
      const route = Routes.channelMessage(channelId, messageId);
      return (await this.clients.use(botId, (rest) => rest.get(route))) as APIMessage;
    } catch (error) {
      if (isGone(error)) return 'gone';
      if (error instanceof DiscordAPIError && REFUSALS.has(error.code)) return null;
      throw error;
    }
  }
}

const keyOf = ({ id, name }: APIReaction['emoji']): string => emojiKey({ id: id ?? null, name });

/** Whether the bot reacts with the emoji. */
const isOffered = ({ reactions = [] }: APIMessage, wanted: Emoji): boolean =>
  reactions.some(({ me, emoji }) => me && keyOf(emoji) === emojiKey(wanted));

const REFUSALS: ReadonlySet<number | string> = new Set([RESTJSONErrorCodes.MissingAccess, RESTJSONErrorCodes.MissingPermissions]);
