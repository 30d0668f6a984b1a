import { CONFIG, LOGGER, Metrics, type Config, type Logger } from '@kith/kit';
import type { Engine, Persona } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { UnsuitableReply } from '../replies/reply-guard.js';
import { ModerationEndpoint } from './moderation-endpoint.js';
import { ReplyRules, type Unsuitable } from './reply-rules.js';

/** How much of a reply is held back for the endpoint at first, and then, in characters: the first words are to come soon. */
const FIRST_CHARS = 240;
const NEXT_CHARS = 1600;
/** How much of what was checked is sent again with the next part, so that a sentence is judged as a whole. */
const OVERLAP_CHARS = 400;

interface Moderated {
  readonly persona: Pick<Persona, 'id' | 'ageRating'>;
  /** Who writes it, as far as it is known. */
  engine(): Engine;
}

/**
 * Withholds replies that a companion must not give (docs/decisions.md T20): by rules of this installation always, and by the moderation endpoint of
 * OpenAI where the operator has it.
 */
@Injectable()
export class ReplyModeration {
  private readonly endpoint: ModerationEndpoint | undefined;

  constructor(
    private readonly metrics: Metrics,
    @Inject(CONFIG) { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_MODERATION: setting }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const isUsed = setting === 'on' || (setting === 'auto' && isOpenAi(baseUrl));
    this.endpoint = apiKey && isUsed ? new ModerationEndpoint(apiKey, baseUrl) : undefined;
  }

  /** The same pieces, as far as they may be shown; none that is not checked when `signal` aborts. Throws UnsuitableReply. */
  async *passed(pieces: AsyncIterable<string>, reply: Moderated, signal: AbortSignal): AsyncGenerator<string, void> {
    const rules = new ReplyRules(reply.persona.ageRating);
    let before = '';
    let held = '';
    for await (const piece of pieces) {
      this.require(rules.read(piece), 'rules');
      held += piece;
      if (!this.checks(reply)) {
        yield held;
        held = '';
      } else if (held.length >= (before === '' ? FIRST_CHARS : NEXT_CHARS)) {
        if (!(await this.isChecked(before + held, reply, signal))) return;
        yield held;
        before = (before + held).slice(-OVERLAP_CHARS);
        held = '';
      }
    }
    if (held !== '' && (await this.isChecked(before + held, reply, signal))) yield held;
  }

  /** Words of the operator's own server stay there, and what no model wrote needs no check. */
  private checks(reply: Moderated): boolean {
    const engine = reply.engine();
    return this.endpoint !== undefined && (engine === 'openai' || engine === 'anthropic');
  }

  /**
   * False when `signal` aborts before. While the endpoint does not answer, the rules alone decide: an outage of a free service must not silence
   * all companions.
   */
  private async isChecked(text: string, { persona }: Moderated, signal: AbortSignal): Promise<boolean> {
    if (text.trim() === '') return true;
    let found: Unsuitable | undefined;
    try {
      found = await this.endpoint?.check(text, persona.ageRating, signal);
      this.metrics.moderatedReplies.inc({ outcome: found ?? 'allowed', by: 'endpoint' });
    } catch (error) {
      if (signal.aborted) return false;
      this.metrics.moderatedReplies.inc({ outcome: 'unchecked', by: 'endpoint' });
      const reason = error instanceof Error ? error.message : 'unknown';
      this.logger.warn({ botId: persona.id, reason }, 'the moderation endpoint did not answer: the rules alone decide');
    }
    if (found) throw new UnsuitableReply(found);
    return true;
  }

  private require(found: Unsuitable | undefined, by: 'rules'): void {
    if (!found) return;
    this.metrics.moderatedReplies.inc({ outcome: found, by });
    throw new UnsuitableReply(found);
  }
}

const isOpenAi = (baseUrl: string | undefined): boolean => !baseUrl || /(^|\.)openai\.com$/.test(new URL(baseUrl).hostname);
