import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Keyring, RpcClient } from '@kith/kit';
import {
  AppError,
  RUN_LIMITS,
  sandbox,
  sentAtMs,
  type AnsweredRound,
  type CommandContext,
  type CommandRequest,
  type InputOf,
  type PassReport,
  type Plan,
  type RunReport,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { RunEnded } from './command-rounds.service.js';
import { RunSurroundings, type Surroundings } from './run-surroundings.service.js';

/** Waiting included; what the code waits for then is still answered. */
const MAX_RUN_MS = 6000;
/** A pass that continues a run is tried again when the sandbox is busy. */
const MAX_ATTEMPTS = 4;
const RETRY_MS = 150;
const BUSY: ReadonlySet<string> = new Set(['RATE_LIMITED', 'OVERLOADED']);

/** Code, whose it is, and what it is told. */
export interface RunInput {
  readonly ownerId: string;
  readonly plan: Plan;
  readonly code: string;
  readonly context: CommandContext;
}

/** A call by a member. Each attempt at the same call has the same id. */
export interface CallInput extends RunInput {
  readonly botId: string;
  readonly commandId: string;
  readonly callId: string;
}

/** What is run, and what its random numbers and its clock begin with. */
type Execution = Required<Omit<InputOf<typeof sandbox.run>, 'rounds'>>;

/** Of a message or an interaction on Discord. */
const SNOWFLAKE = /^\d{17,20}$/;

/**
 * Runs custom code to its end. The sandbox asks nobody: where the code waits, it is run again with what it waits for (docs/decisions.md K6).
 * Errors of the code, and limits that it exceeds, are part of the report. Throws what the sandbox throws.
 */
@Injectable()
export class CommandExecution {
  constructor(
    private readonly rpc: RpcClient,
    private readonly surroundings: RunSurroundings,
    private readonly keyring: Keyring,
  ) {}

  /** For a call by a member: what the code does happens once, however often the call is attempted. */
  async call({ botId, commandId, callId, ...input }: CallInput): Promise<RunReport> {
    const runId = createHash('sha256').update(`${botId} ${commandId} ${callId}`).digest('base64url');
    // Seed and time are the same in each attempt, so that the code goes the same way.
    const seed = createHash('sha256')
      .update(this.keyring.fingerprint(`run ${runId}`))
      .digest('hex')
      .slice(0, 16);
    const startedAtMs = SNOWFLAKE.test(callId) ? sentAtMs(callId) : Date.now();
    const { ownerId, context } = input;
    const run = { botId, ownerId, runId, memberId: context.userId };
    try {
      return await this.runToEnd(executionOf(input, { seed, startedAtMs }), this.surroundings.real(run));
    } catch (error) {
      if (error instanceof RunEnded) return error.report;
      throw error;
    }
  }

  /** For a test run, with the storage and the websites of a bot; what it stores is not kept. */
  try({ botId, ...input }: RunInput & { readonly botId: string | null }): Promise<RunReport> {
    const beginning = { seed: randomBytes(8).toString('hex'), startedAtMs: Date.now() };
    return this.runToEnd(executionOf(input, beginning), this.surroundings.trial({ botId, ownerId: input.ownerId }));
  }

  private async runToEnd(execution: Execution, surroundings: Surroundings): Promise<RunReport> {
    const rounds: AnsweredRound[] = [];
    const requested: CommandRequest[] = [];
    const deadlineMs = Date.now() + MAX_RUN_MS;
    let durationMs = 0;
    for (;;) {
      const { requests = [], ...pass } = await this.pass({ ...execution, rounds });
      durationMs += pass.durationMs;
      requested.push(...requests);
      let problem = requests.length === 0 ? null : problemWith(rounds, requested, Date.now() > deadlineMs);
      if (requests.length > 0 && problem === null) {
        rounds.push(await surroundings.answer(rounds.length, requests));
        // The sandbox takes no more.
        if (charsOf(rounds) <= RUN_LIMITS.answerChars) continue;
        problem = 'The command read too much';
      }
      const report: RunReport = { ...pass, durationMs, ...(problem === null ? {} : { error: failure(problem) }) };
      if (rounds.length > 0) await surroundings.end(report);
      return report;
    }
  }

  private async pass(input: InputOf<typeof sandbox.run>): Promise<PassReport> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.rpc.ask(sandbox.run, input);
      } catch (error) {
        const isWorthIt = input.rounds?.length !== 0 && BUSY.has(AppError.from(error).code) && attempt < MAX_ATTEMPTS;
        if (!isWorthIt) throw error;
        await sleep(RETRY_MS * attempt);
      }
    }
  }
}

const executionOf = ({ ownerId, ...input }: RunInput, beginning: Pick<Execution, 'seed' | 'startedAtMs'>): Execution => ({
  userId: ownerId,
  ...input,
  ...beginning,
});

/** Why the run does not go on, for the author of the code; null when it does. `requested` is everything that it has asked for. */
function problemWith(rounds: readonly AnsweredRound[], requested: readonly CommandRequest[], isLate: boolean): string | null {
  if (isLate) return `The command took longer than ${MAX_RUN_MS / 1000} seconds, waiting included`;
  if (rounds.length >= RUN_LIMITS.rounds)
    return `The command waits more than ${RUN_LIMITS.rounds} times. Ask for several things at once with Promise.all`;
  if (requested.filter(({ kind }) => kind === 'fetch').length > RUN_LIMITS.fetches)
    return `A command reads at most ${RUN_LIMITS.fetches} websites`;
  const asleepMs = requested.reduce((sum, request) => sum + (request.kind === 'sleep' ? request.ms : 0), 0);
  if (asleepMs > RUN_LIMITS.sleepMs) return `A command sleeps at most ${RUN_LIMITS.sleepMs / 1000} seconds`;
  return null;
}

/** Of all answers together. */
const charsOf = (rounds: readonly AnsweredRound[]): number =>
  rounds.flatMap(({ answers }) => answers).reduce((sum, { text }) => sum + text.length, 0);

const failure = (message: string): NonNullable<RunReport['error']> => ({ message, line: null, column: null });
