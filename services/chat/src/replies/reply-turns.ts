const MAX_WAIT_MS = 100;

/** How far a reply is: what is known of it is gathered, or its prompt is written and sent. */
export type ReplyStep = 'gathering' | 'asking';

interface Waiting {
  readonly sinceMs: number;
  readonly goOn: () => void;
}

/**
 * Replies that begin at the same time take turns: one step of one reply in each turn of the event loop, and those that are further go first. Were all
 * that are ready to run at once, none would get its first text before the last one had asked its model, although the answers to the first ones are
 * there already.
 */
export class ReplyTurns {
  private readonly waiting: Record<ReplyStep, Waiting[]> = { gathering: [], asking: [] };
  private isTaken = false;

  /** Who waited for so long goes on, however many others are further or came before. */
  constructor(private readonly maxWaitMs = MAX_WAIT_MS) {}

  /** Resolves at the turn of this reply: at once where no other has the turn. */
  async of(step: ReplyStep): Promise<void> {
    if (this.isTaken) return new Promise((goOn) => this.waiting[step].push({ sinceMs: performance.now(), goOn }));
    this.take();
  }

  private take(): void {
    this.isTaken = true;
    // Behind what arrived meanwhile.
    setImmediate(() => this.next());
  }

  private next(): void {
    this.isTaken = false;
    const { gathering, asking } = this.waiting;
    const next = asking.shift() ?? gathering.shift();
    if (!next) return;
    this.take();
    next.goOn();
    const latest = performance.now() - this.maxWaitMs;
    for (const list of [asking, gathering]) while (list[0] && list[0].sinceMs < latest) list.shift()?.goOn();
  }
}

export const replyTurns = new ReplyTurns();
