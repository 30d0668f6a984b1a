import { CONFIG, LOGGER, Metrics, errorText, type Config, type Logger } from '@kith/kit';
import type { Engine, Persona } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { UnsuitableReply } from '../replies/reply-guard.js';
import { ModerationEndpoint } from './moderation-endpoint.js';
import { ReplyRules, type Unsuitable } from './reply-rules.js';
import { UncheckedText } from './unchecked-text.js';

/** How much of what was checked is sent again with the next part, so that a sentence is judged as a whole. */
const OVERLAP_CHARS = 400;

interface Moderated {
  readonly persona: Pick<Persona, 'id' | 'ageRating'>;
  /** Who writes it, as far as it is known. */
  engine(): Engine;
  /** The endpoint with the owner's own key, where a model of it writes the reply. */
  readonly ownEndpoint?: Pick<ModerationEndpoint, 'check'> | undefined;
}

/** `unchecked`: the endpoint did not answer. */
type Outcome = 'allowed' | 'unchecked' | 'stopped';

/**
 * Withholds replies that a companion must not give (docs/decisions.md T20): by rules of this installation always, and by the moderation endpoint of
 * OpenAI where the operator has it, or the owner's own key of OpenAI writes the reply.
 */
@Injectable()
export class ReplyModeration {
  private readonly endpoint: ModerationEndpoint | undefined;
  /** Whether replies of owners' own keys are checked with these. */
  private readonly usesOwn: boolean;
  /** How many replies are checked now. */
  private replies = 0;

  constructor(
    private readonly metrics: Metrics,
    @Inject(CONFIG)
    { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_API_URL: ownUrl, OPENAI_MODERATION: setting }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const isUsedAt = (url: string | undefined): boolean => setting === 'on' || (setting === 'auto' && isOpenAi(url));
    this.usesOwn = isUsedAt(ownUrl);
    this.endpoint = apiKey && isUsedAt(baseUrl) ? new ModerationEndpoint(apiKey, baseUrl) : undefined;
  }

  /** The same text, as far as it may be shown; none that is not checked when `signal` aborts. Throws UnsuitableReply. */
  async *passed(pieces: AsyncIterable<string>, reply: Moderated, signal: AbortSignal): AsyncGenerator<string, void> {
    const ruled = this.ruled(pieces, reply);
    // Who writes is known with the first text.
    const first = await ruled.next();
    if (first.done === true) return;
    if (this.checks(reply)) return yield* this.checked(startingWith(first.value, ruled), reply, signal);
    try {
      yield first.value;
      for await (const piece of ruled) yield piece;
    } finally {
      await ruled.return();
    }
  }

  private async *ruled(pieces: AsyncIterable<string>, { persona }: Moderated): AsyncGenerator<string, void> {
    const rules = new ReplyRules(persona.ageRating);
    for await (const piece of pieces) {
      this.require(rules.read(piece), 'rules');
      yield piece;
    }
  }

  /** Sentence by sentence: those that come while one is checked are checked together. */
  private async *checked(pieces: AsyncIterable<string>, reply: Moderated, signal: AbortSignal): AsyncGenerator<string, void> {
    const unchecked = new UncheckedText(pieces, () => this.replies);
    let before = '';
    let hasWarned = false;
    this.replies += 1;
    try {
      for (let text = await unchecked.next(); text !== undefined; text = await unchecked.next()) {
        const outcome = await this.check(before + text, reply, signal, hasWarned);
        // The rules, or the words of the prompt in it, may have decided meanwhile.
        unchecked.requireSound();
        if (outcome === 'stopped') return;
        hasWarned ||= outcome === 'unchecked';
        before = (before + text).slice(-OVERLAP_CHARS);
        yield text;
      }
    } finally {
      this.replies -= 1;
      unchecked.leave();
    }
  }

  /** Words of the operator's own server stay there, and what no model wrote needs no check. */
  private checks(reply: Moderated): boolean {
    const engine = reply.engine();
    return this.endpointFor(reply) !== undefined && (engine === 'openai' || engine === 'anthropic');
  }

  /** That of the operator comes first: an owner could limit a key so that nothing is checked. */
  private endpointFor({ ownEndpoint }: Moderated): Pick<ModerationEndpoint, 'check'> | undefined {
    return this.endpoint ?? (this.usesOwn ? ownEndpoint : undefined);
  }

  /**
   * While the endpoint does not answer, the rules alone decide: an outage of a free service must not silence all companions. That is logged
   * once for a reply. Throws UnsuitableReply.
   */
  private async check(text: string, reply: Moderated, signal: AbortSignal, hasWarned: boolean): Promise<Outcome> {
    if (text.trim() === '') return 'allowed';
    let found: Unsuitable | undefined;
    try {
      found = await this.endpointFor(reply)?.check(text, reply.persona.ageRating, signal);
      this.metrics.moderatedReplies.inc({ outcome: found ?? 'allowed', by: 'endpoint' });
    } catch (error) {
      if (signal.aborted) return 'stopped';
      this.metrics.moderatedReplies.inc({ outcome: 'unchecked', by: 'endpoint' });
      const reason = errorText(error);
      if (!hasWarned)
        this.logger.warn({ botId: reply.persona.id, reason }, 'the moderation endpoint did not answer: the rules alone decide');
      return 'unchecked';
    }
    if (found) throw new UnsuitableReply(found);
    return 'allowed';
  }

  private require(found: Unsuitable | undefined, by: 'rules'): void {
    if (!found) return;
    this.metrics.moderatedReplies.inc({ outcome: found, by });
    throw new UnsuitableReply(found);
  }
}

async function* startingWith(first: string, rest: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return();
  }
}

const isOpenAi = (baseUrl: string | undefined): boolean => !baseUrl || /(^|\.)openai\.com$/.test(new URL(baseUrl).hostname);
