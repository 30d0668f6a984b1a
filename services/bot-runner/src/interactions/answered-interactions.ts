import { sentAtMs } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { APIInteraction, RESTPostAPIInteractionCallbackJSONBody } from 'discord-api-types/v10';
import { FAILED } from '../commands/command-texts.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import type { ComponentAnswer } from './components.js';
import { Deferrals, type Answerable } from './deferrals.js';
import { announcing, InteractionResponses, nowPrivately, RESPONSE_TIMEOUT_MS } from './interaction-responses.js';
import { LateAnswers, type Deferral } from './late-answers.js';
import { settlesWithin } from './until-accepted.js';

/** An answer that is not there so long after its interaction is announced, so that Discord has the first response in time. */
const ANNOUNCED_AFTER_MS = 2000;
/** An answer that may be a form, which cannot follow an announcement, gets as long as Discord allows. */
const FORM_ANNOUNCED_AFTER_MS = RESPONSE_TIMEOUT_MS;
/** An interaction that arrived late still gets so long: most answers are there by then. */
const SHORTEST_WAIT_MS = 250;

/** Finds the answer; null where the owner's own program gives it. */
type Answering = () => Promise<ComponentAnswer | null>;

/** An interaction of a member that may have an effect. */
interface Use {
  readonly interaction: Answerable;
  readonly memberId: string;
  /** Also when nobody can be told. */
  readonly isAlwaysDone?: boolean;
}

/** Gives members the answers to what they use, once for each interaction and within the times of Discord. */
@Injectable()
export class AnsweredInteractions {
  constructor(
    private readonly responses: InteractionResponses,
    private readonly deferrals: Deferrals,
    private readonly late: LateAnswers,
  ) {}

  /** Answers at once what needs no request, and everything else later. */
  async answer(connected: ConnectedBot, use: Use, answered: Answering): Promise<void> {
    const { interaction } = use;
    if (isTooLate(interaction)) return this.finish(connected, use, answered);
    const isForm = this.deferrals.opensForm(connected, interaction, use.memberId);
    const answering = answered();
    const deferral = (await settlesWithin(answering, waitMsFor(interaction, isForm)))
      ? null
      : await this.deferrals.of(connected, interaction, use.memberId);
    if (deferral !== null) return this.announce(connected, interaction, deferral, answering);
    const answer = await answering;
    if (!answer) return;
    if (answer.kind === 'now') {
      await this.respond(connected, interaction, answer.body);
      return this.responses.handled.add(interaction);
    }
    const { isUpdate, isPrivate, enqueue } = answer;
    const body = announcing(isUpdate ? 'update' : isPrivate ? 'private' : 'public');
    // Its job has the id of the interaction, so that adding it again is safe.
    if (!(await this.respond(connected, interaction, body))) return;
    await enqueue();
    await this.responses.handled.add(interaction);
  }

  /** Tells Discord that the answer follows, waits for it and gives it. */
  private async announce(
    connected: ConnectedBot,
    interaction: Answerable,
    deferral: Deferral,
    answering: Promise<ComponentAnswer | null>,
  ): Promise<void> {
    const isAnnounced = await this.respond(connected, interaction, announcing(deferral));
    const give = (answer: ComponentAnswer | null): Promise<void> => this.give(connected, interaction, deferral, answer);
    const answer = await answering.catch(async (error: unknown) => {
      if (isAnnounced) await give(nowPrivately(FAILED));
      throw error;
    });
    // Where nobody can be answered, a job must not act either: Discord has told the member that nothing happened.
    if (!isAnnounced) return;
    await give(answer);
    await this.responses.handled.add(interaction);
  }

  private async give(
    { bot }: ConnectedBot,
    interaction: Answerable,
    deferral: Deferral,
    answer: ComponentAnswer | null,
  ): Promise<void> {
    if (answer?.kind === 'later') return answer.enqueue();
    if (answer) await this.late.give(bot.botId, interaction, deferral, answer.body);
  }

  /**
   * A runner that had the session before may have died between its response, that the answer follows, and the answer. Discord tells the member of an
   * interaction that got no response.
   */
  private async finish(connected: ConnectedBot, { interaction, isAlwaysDone }: Use, answered: Answering): Promise<void> {
    if (await this.responses.handled.has(interaction)) return;
    const earlier = await this.responses.earlier(connected.bot.botId, interaction);
    if (!earlier && !isAlwaysDone) return;
    const answer = await answered();
    if (answer?.kind === 'later') await answer.enqueue();
    else if (earlier?.announced) await this.give(connected, interaction, earlier.announced, answer);
    await this.responses.handled.add(interaction);
  }

  /** Sends the first response; false when Discord refuses it. */
  respond({ bot }: ConnectedBot, interaction: APIInteraction, body: RESTPostAPIInteractionCallbackJSONBody): Promise<boolean> {
    return this.responses.send(bot.botId, interaction, body);
  }
}

function waitMsFor({ id }: APIInteraction, isForm: boolean): number {
  const afterMs = isForm ? FORM_ANNOUNCED_AFTER_MS : ANNOUNCED_AFTER_MS;
  return Math.min(afterMs, Math.max(SHORTEST_WAIT_MS, sentAtMs(id) + afterMs - Date.now()));
}

/** Discord delivers an interaction again after a RESUME, and accepts no response any more. */
export const isTooLate = ({ id }: APIInteraction): boolean => Date.now() - sentAtMs(id) > RESPONSE_TIMEOUT_MS;
