import { Injectable } from '@nestjs/common';
import type {
  APIMessageComponentInteraction,
  APIModalSubmitInteraction,
  RESTPostAPIInteractionCallbackJSONBody,
} from 'discord-api-types/v10';
import { CommandTraces, type RefusedUse } from '../commands/command-traces.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import type { Deferral } from './late-answers.js';

/** A button, a menu or a form of the bot that a member used. */
export interface ComponentUse {
  readonly interaction: APIMessageComponentInteraction | APIModalSubmitInteraction;
  readonly memberId: string;
  /** The custom id without the prefix of the handler and its colon. */
  readonly customId: string;
}

/**
 * What the member gets: a response at once, or one that a job writes after `enqueue` (`InteractionAnswers.edit`). With `isUpdate` that one changes
 * the message with the component, otherwise it is a new message, with `isPrivate` for the member alone.
 */
export type ComponentAnswer =
  | {
      readonly kind: 'now';
      readonly body: RESTPostAPIInteractionCallbackJSONBody;
      /** Set where the use does nothing, and its owner is to read why. */
      readonly refused?: RefusedUse;
    }
  | { readonly kind: 'later'; readonly isUpdate: boolean; readonly isPrivate: boolean; readonly enqueue: () => Promise<void> };

/** What it changes itself must bear being repeated, when a process dies. A form must be there within two and a half seconds. Null ignores the component. */
export type ComponentHandler = (
  connected: ConnectedBot,
  use: ComponentUse,
) => ComponentAnswer | null | Promise<ComponentAnswer | null>;

/**
 * How an answer that is not there in time is announced: as the one that comes `later` is, and else as `update`, behind which both a change and a new
 * message may follow. Asks nobody and changes nothing.
 */
type ComponentDeferral = (connected: ConnectedBot, use: ComponentUse) => Deferral;

interface Announcement {
  readonly deferral?: ComponentDeferral;
  /** Whether the answer may be a form, which cannot follow an announcement. Asks nobody and changes nothing. */
  readonly opensForm?: (connected: ConnectedBot, use: ComponentUse) => boolean;
}

/**
 * Passes components to what posted them. The custom id of a component is `<prefix>:<what the handler needs>`, at most 100 characters; members
 * cannot change it, but may use a component of an old message at any time.
 */
@Injectable()
export class Components {
  private readonly handlers = new Map<string, Announcement & { readonly answer: ComponentHandler }>();

  constructor(private readonly traces: CommandTraces) {}

  /** `prefix` without a colon; each has one handler. */
  register(prefix: string, answer: ComponentHandler, announcement: Announcement = {}): void {
    if (this.handlers.has(prefix)) throw new Error(`Two handlers of components have the prefix ${prefix}`);
    this.handlers.set(prefix, { ...announcement, answer });
  }

  /** Null for a component that no handler knows. */
  async answerTo(
    connected: ConnectedBot,
    interaction: ComponentUse['interaction'],
    memberId: string,
  ): Promise<ComponentAnswer | null> {
    const { handler, use } = this.used(interaction, memberId);
    const answer = handler ? await handler.answer(connected, use) : null;
    if (answer?.kind === 'now' && answer.refused) this.traces.refusedUse(connected, interaction, answer.refused);
    return answer;
  }

  /** Null for a component that no handler knows. */
  deferralOf(connected: ConnectedBot, interaction: ComponentUse['interaction'], memberId: string): Deferral | null {
    const { handler, use } = this.used(interaction, memberId);
    return handler ? (handler.deferral?.(connected, use) ?? 'update') : null;
  }

  /** Whether the answer may be a form. */
  opensForm(connected: ConnectedBot, interaction: ComponentUse['interaction'], memberId: string): boolean {
    const { handler, use } = this.used(interaction, memberId);
    return handler?.opensForm?.(connected, use) === true;
  }

  private used(interaction: ComponentUse['interaction'], memberId: string) {
    const [prefix = '', ...rest] = interaction.data.custom_id.split(':');
    return { handler: this.handlers.get(prefix), use: { interaction, memberId, customId: rest.join(':') } };
  }
}
