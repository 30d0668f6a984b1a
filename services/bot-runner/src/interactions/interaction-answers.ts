import { Keyring, LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { InteractionType, MessageFlags, Routes, type APIInteraction, type APIMessage } from 'discord-api-types/v10';
import { hashOf, ignoreMissing, type MessagePart, type Post } from '../discord/message-poster.js';
import { PostedParts } from '../discord/posted-parts.js';
import { RestClients } from '../discord/rest-clients.js';
import { commandNameOf } from './command-name.js';
import { answered, FOR_NEW_MESSAGE, tokenRequest, untilAccepted } from './until-accepted.js';

const ORIGINAL = '@original';
/** The job that ends an interaction occupies a place that others need. */
const LONGEST_HOLD_MS = 10_000;

/** An interaction whose answer was deferred. */
export interface DeferredInteraction {
  readonly botId: string;
  readonly interactionId: string;
  /** What `seal` returned. */
  readonly sealed: string;
}

/** Answers interactions after they were deferred. Whoever has an interaction's token may answer it, so that jobs hold it encrypted. */
@Injectable()
export class InteractionAnswers {
  constructor(
    private readonly clients: RestClients,
    private readonly keyring: Keyring,
    private readonly posted: PostedParts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The token as jobs carry it. */
  seal(interaction: APIInteraction, isPrivate: boolean): string {
    const { id, token, application_id: applicationId } = interaction;
    const command = interaction.type === InteractionType.ApplicationCommand ? commandNameOf(interaction) : undefined;
    const sealed: Sealed = { applicationId, token, isPrivate, ...(command === undefined ? {} : { command }) };
    return this.keyring.encrypt(JSON.stringify(sealed), encryptionContext(id));
  }

  /** The name of the command that was used; undefined for a component, which has none. */
  commandOf(deferred: Pick<DeferredInteraction, 'interactionId' | 'sealed'>): string | undefined {
    return this.opened(deferred).command;
  }

  /**
   * Replaces the "is thinking" of a deferred interaction, or the beginning of an answer; further parts follow it. Parts of a whole answer that were
   * sent by an earlier attempt are not sent again. `beforeRequest` is called before each request; `notifiedMembers` as in a post. The ids of the messages, in order. Throws what Discord
   * answers.
   */
  async edit(
    deferred: DeferredInteraction,
    parts: readonly MessagePart[],
    { beforeRequest, notifiedMembers = [] }: Pick<Post, 'beforeRequest' | 'notifiedMembers'> = {},
  ): Promise<string[]> {
    const post = { botId: deferred.botId, postId: deferred.interactionId };
    const { applicationId, token, isPrivate } = this.opened(deferred);
    const { parts: sentBefore, begun, answered } = await this.posted.of(post);
    const sent = [...sentBefore];
    const isBeginning = begun !== null && answered === null;
    for (const [index, { files, ...part }] of parts.entries()) {
      const known = sent[index];
      const hash = hashOf({ ...part, files: files ?? [] });
      if (known && (!isBeginning || known.hash === hash)) continue;
      await beforeRequest?.();
      const messageId = index === 0 ? ORIGINAL : known?.messageId;
      const flags = (part.flags ?? 0) | (isPrivate ? MessageFlags.Ephemeral : 0);
      // Whether only the member sees a message is decided when it is sent.
      const allowed_mentions = { parse: [], ...(notifiedMembers.length > 0 ? { users: [...notifiedMembers] } : {}) };
      const body = { ...part, ...(messageId === undefined ? { flags } : {}), allowed_mentions };
      const request = { body, ...tokenRequest(), ...(files ? { files } : {}) };
      const { anonymous } = this.clients;
      const sending = messageId
        ? anonymous.patch(Routes.webhookMessage(applicationId, token, messageId), request)
        : anonymous.post(Routes.webhook(applicationId, token), request);
      // A message that was deleted meanwhile stays deleted.
      const shown = (await (known ? sending.catch(ignoreMissing) : sending)) as Pick<APIMessage, 'id'> | undefined;
      const made = { channelId: '', messageId: shown?.id ?? known?.messageId ?? '', hash };
      await this.posted.set(post, index, made);
      sent[index] = made;
    }
    while (isBeginning && sent.length > parts.length) {
      const index = sent.length - 1;
      const route = Routes.webhookMessage(applicationId, token, sent[index]?.messageId ?? ORIGINAL);
      await this.clients.anonymous.delete(route, tokenRequest()).catch(ignoreMissing);
      await this.posted.remove(post, index);
      sent.pop();
    }
    return sent.map((part) => part.messageId);
  }

  /**
   * Ends the "is thinking" of an interaction that nobody answers; with `isUpdate` the member alone is told, and the message with the component stays
   * as it is. Waits where Discord limits it, and repeats where it fails what makes no new message; resolves after ten seconds at the latest, and goes on. Never throws.
   */
  async end(deferred: DeferredInteraction, content: string, { isUpdate = false } = {}): Promise<void> {
    const { botId, interactionId } = deferred;
    const giving = isUpdate
      ? untilAccepted(interactionId, () => this.tellPrivately(deferred, content), FOR_NEW_MESSAGE)
      : untilAccepted(interactionId, () => this.edit(deferred, [{ content }]));
    await answered(this.logger, { botId, interactionId }, { giving, holdMs: LONGEST_HOLD_MS });
  }

  /** Says something to the member alone, and leaves the message with the component that was used as it is. Throws what Discord answers. */
  async tellPrivately(deferred: DeferredInteraction, content: string): Promise<void> {
    const { applicationId, token } = this.opened(deferred);
    const body = { content, flags: MessageFlags.Ephemeral, allowed_mentions: { parse: [] } };
    await this.clients.anonymous.post(Routes.webhook(applicationId, token), { body, ...tokenRequest() });
  }

  private opened({ interactionId, sealed }: Pick<DeferredInteraction, 'interactionId' | 'sealed'>): Sealed {
    return JSON.parse(this.keyring.decrypt(sealed, encryptionContext(interactionId))) as Sealed;
  }
}

interface Sealed {
  readonly applicationId: string;
  readonly token: string;
  readonly isPrivate: boolean;
  readonly command?: string;
}

const encryptionContext = (interactionId: string): string => `runner.interaction.${interactionId}`;
