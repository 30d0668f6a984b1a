import { AppError, type NoAnswerReason } from '@kith/proto';
import type { Unsuitable } from '../care/reply-rules.js';
import type { Language } from '../builtin/languages/languages.js';
import { Canary, SecretWords, type SecretTexts } from './canary.js';
import { ReplyCleaner, type CleaningRules } from './clean-reply.js';
import { SpeakerLines } from './speaker-lines.js';

/** More is never read for a reply, in characters, however much of it is left out. */
const MAX_READ = 100_000;
const WITHHELD =
  'My answer repeated my instructions word for word, so it is withheld and cost nothing. Please ask me something else.';
/** In the test chat. Nobody else can do something about it. */
const WITHHELD_FOR_OWNER =
  'The answer repeated the instructions word for word, so it is withheld and cost nothing. Facts that it may tell belong in its knowledge.';

/** A reply that recited its prompt. Nothing of it is posted, stored or charged. */
export class WithheldReply extends AppError {
  readonly noAnswer: NoAnswerReason = 'withheld';

  constructor(
    ownerText = WITHHELD_FOR_OWNER,
    /** For members on Discord. */
    readonly memberText = WITHHELD,
  ) {
    super('PROMPT_REFUSED', ownerText);
  }
}

const UNSUITABLE: Readonly<Record<Unsuitable, string>> = {
  adult: 'My answer was not meant for people of all ages, so it is withheld and cost nothing. Please ask me something else.',
  danger:
    'My answer could have hurt somebody, so it is withheld and cost nothing. If you or somebody near you is in danger, please talk to a person now: https://findahelpline.com',
};

/** A reply that a companion must not give (docs/decisions.md T20). */
export class UnsuitableReply extends WithheldReply {
  override readonly noAnswer = 'unsuitable';

  constructor(readonly reason: Unsuitable) {
    super(UNSUITABLE[reason], UNSUITABLE[reason]);
  }
}

/** What a text goes through before anybody reads it, piece by piece. */
export class ReplyGuard {
  private readonly cleaner: ReplyCleaner;
  private readonly speakers: SpeakerLines;
  private readonly canary: Canary;
  private readLength = 0;

  /** `secrets`: texts that the reply must not recite; `speakers`: the names of people as whom it must not speak; `language`: its own. */
  constructor(rules: CleaningRules, secrets: SecretTexts, speakers: readonly string[] = [], language?: () => Language) {
    this.cleaner = new ReplyCleaner(rules);
    this.speakers = new SpeakerLines(speakers, language);
    this.canary = new Canary(SecretWords.of(secrets));
  }

  /** How many characters are held back until what follows them is known. */
  get heldLength(): number {
    return this.cleaner.pendingLength + this.speakers.heldLength + this.canary.heldLength;
  }

  get isFull(): boolean {
    return this.readLength >= MAX_READ;
  }

  /** What may be shown. Throws WithheldReply. */
  push(text: string): string {
    this.readLength += text.length;
    return this.untripped(this.canary.push(this.speakers.push(this.cleaner.push(text))));
  }

  /** The rest. Throws WithheldReply. */
  end(): string {
    const cleaned = this.canary.push(this.speakers.push(this.cleaner.end()) + this.speakers.end());
    return this.untripped(cleaned + this.canary.end());
  }

  private untripped(shown: string): string {
    if (this.canary.isTripped) throw new WithheldReply();
    return shown;
  }
}
