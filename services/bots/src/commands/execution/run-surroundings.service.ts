import { setTimeout as sleep } from 'node:timers/promises';
import type { AnsweredRound, CommandRequest, RequestAnswer, RunReport } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CommandRounds } from './command-rounds.service.js';
import { CommandValues, type ValueRequest } from './command-values.service.js';
import { answered, refused } from './request-answers.js';
import { WebAccess } from './web-access.service.js';

/** Nobody knows whether the website was read, and reading it again could do something there twice. */
const INTERRUPTED = 'Reading this website was interrupted';
const NO_BOT = 'Choose a companion for the test run: this needs its storage or its websites';

/** What answers the code of one run. */
export interface Surroundings {
  /** Answers what the code asks for when it waits for the `round`th time, from 0. Throws RunEnded when the run has ended before. */
  answer(round: number, requests: readonly CommandRequest[]): Promise<AnsweredRound>;
  /** Called with the report of a run that has waited. */
  end(report: RunReport): Promise<void>;
}

/** A call of a command. */
export interface CalledRun {
  readonly botId: string;
  readonly ownerId: string;
  /** The same for each attempt at the same call. */
  readonly runId: string;
  /** Who called it. */
  readonly memberId: string;
}

/** The storage, the websites and the time that code is given. */
@Injectable()
export class RunSurroundings {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly values: CommandValues,
    private readonly rounds: CommandRounds,
    private readonly web: WebAccess,
  ) {}

  /** For a call by a member: each round happens once, however often the call is attempted. */
  real(run: CalledRun): Surroundings {
    const { botId, runId } = run;
    return {
      answer: async (round, requests) => {
        const known = await this.rounds.find(this.database.manager, runId, round);
        if (known) return known;
        const isFirst = !requests.some(isFetch) || (await this.rounds.begin(this.database.manager, run, round));
        const outside = await Promise.all(
          requests.map((request) => (isFetch(request) && !isFirst ? refused(INTERRUPTED) : this.outside(run, request))),
        );
        return this.database.transaction(async (manager) => {
          await this.values.lock(manager, botId);
          const meanwhile = await this.rounds.find(manager, runId, round);
          if (meanwhile) return meanwhile;
          const answers: RequestAnswer[] = [];
          // In their order: a later one may read what an earlier one stored.
          for (const [index, request] of requests.entries())
            answers.push(outside[index] ?? (await this.values.answer(manager, botId, request as ValueRequest)));
          const answeredRound = { atMs: Date.now(), answers };
          await this.rounds.add(manager, run, round, answeredRound);
          return answeredRound;
        });
      },
      end: (report) =>
        this.database.transaction(async (manager) => {
          await this.values.lock(manager, botId);
          await this.rounds.find(manager, runId, 0);
          await this.rounds.end(manager, run, report);
        }),
    };
  }

  /** For a test run: reads what is stored for the bot, and undoes its changes when it ends. Without a bot nothing is stored. */
  trial({ botId, ownerId }: { readonly botId: string | null; readonly ownerId: string }): Surroundings {
    const changes: ValueRequest[] = [];
    return {
      answer: async (_round, requests) => {
        const run = botId === null ? null : { botId, ownerId };
        const outside = await Promise.all(requests.map((request) => this.outside(run, request)));
        const inside = requests.flatMap((request, index) => (outside[index] ? [] : [request as ValueRequest]));
        const values = botId === null ? inside.map(() => refused(NO_BOT)) : await this.undone(botId, changes, inside);
        changes.push(...inside);
        return { atMs: Date.now(), answers: outside.map((answer) => answer ?? values.shift() ?? refused(NO_BOT)) };
      },
      end: async () => undefined,
    };
  }

  /** The answers after the earlier requests of the same test run; nothing of it is kept. */
  private async undone(
    botId: string,
    before: readonly ValueRequest[],
    requests: readonly ValueRequest[],
  ): Promise<RequestAnswer[]> {
    const runner = this.database.createQueryRunner();
    await runner.startTransaction();
    try {
      await this.values.lock(runner.manager, botId);
      const answers: RequestAnswer[] = [];
      for (const request of [...before, ...requests]) answers.push(await this.values.answer(runner.manager, botId, request));
      return answers.slice(before.length);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  }

  /** The answer to what concerns no stored value; null for what does. */
  private async outside(
    run: Pick<CalledRun, 'botId' | 'ownerId'> | null,
    request: CommandRequest,
  ): Promise<RequestAnswer | null> {
    if (isFetch(request)) return run ? this.web.fetch(run, request) : refused(NO_BOT);
    if (request.kind !== 'sleep') return null;
    await sleep(request.ms);
    return answered(null);
  }
}

const isFetch = (request: CommandRequest): request is Extract<CommandRequest, { kind: 'fetch' }> => request.kind === 'fetch';
