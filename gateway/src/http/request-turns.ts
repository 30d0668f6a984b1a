import { AppError } from '@kith/proto';
import type { FastifyInstance } from 'fastify';

/** How many requests of one user are answered at once. */
const MAX_RUNNING = 4;
/** A user with more of them waiting, a browser that opens all its tabs for example, has one answered at a time, with pauses. */
const MANY_WAITING = 8;
/** How many times as long as the answer took such a pause is. */
const PAUSES = 4;
const MAX_WAITING = 500;
/** A request that takes longer waits for something else than this process, for a model for example: it gives its place away. */
const MAX_HELD_MS = 200;
const RETRY_AFTER_S = 5;

export interface TurnClock {
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
}

interface UserTurns {
  running: number;
  readonly waiting: (() => void)[];
  /** The next one that waits starts when a pause has ended. */
  isPausing: boolean;
}

const SYSTEM_CLOCK: TurnClock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * Which requests of a user are answered now. Whoever sends many at once gets the answers later instead of keeping the process from those of others: of
 * many that wait one is answered, then nothing is done for four times as long as it took.
 */
export class RequestTurns {
  private readonly users = new Map<string, UserTurns>();

  constructor(private readonly clock: TurnClock = SYSTEM_CLOCK) {}

  /** Resolves when it is the turn of the request, with what ends it. Throws RATE_LIMITED when too many wait. */
  async take(userId: string): Promise<() => void> {
    const turns = this.users.get(userId) ?? { running: 0, waiting: [], isPausing: false };
    this.users.set(userId, turns);
    if (turns.running >= MAX_RUNNING || turns.waiting.length > 0 || turns.isPausing) {
      if (turns.waiting.length >= MAX_WAITING) throw new AppError('RATE_LIMITED', undefined, { retryAfterS: RETRY_AFTER_S });
      await new Promise<void>((resolve) => turns.waiting.push(resolve));
    } else turns.running += 1;
    return this.placeOf(userId, turns);
  }

  /** What ends the turn of a request that has begun; it ends by itself after MAX_HELD_MS. */
  private placeOf(userId: string, turns: UserTurns): () => void {
    const startedAt = this.clock.now();
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      forget();
      turns.running -= 1;
      this.continue(userId, turns, Math.min(this.clock.now() - startedAt, MAX_HELD_MS));
    };
    const forget = this.clock.after(MAX_HELD_MS, release);
    return release;
  }

  private continue(userId: string, turns: UserTurns, tookMs: number): void {
    if (turns.isPausing) return;
    if (turns.waiting.length > MANY_WAITING) {
      turns.isPausing = true;
      this.clock.after(PAUSES * tookMs, () => {
        turns.isPausing = false;
        this.start(userId, turns);
      });
    } else this.start(userId, turns);
  }

  private start(userId: string, turns: UserTurns): void {
    const most = turns.waiting.length > MANY_WAITING ? 1 : MAX_RUNNING;
    while (turns.running < most) {
      const next = turns.waiting.shift();
      if (!next) break;
      turns.running += 1;
      next();
    }
    if (turns.running === 0 && turns.waiting.length === 0) this.users.delete(userId);
  }
}

/** Has the requests of each signed-in user wait for their turn, before their bodies are read. Register it behind what finds the actor. */
export function takeTurns(fastify: FastifyInstance, turns = new RequestTurns()): void {
  fastify.addHook('preParsing', async ({ actor }, reply) => {
    if (!actor) return;
    const release = await turns.take(actor.userId);
    if (reply.raw.destroyed) release();
    else reply.raw.once('close', release);
  });
}
