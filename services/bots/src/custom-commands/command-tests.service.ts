import { Limiter, REDIS, RpcClient } from '@kith/kit';
import { sandbox, type CommandContext, type OutputOf, type ParsedInputOf, type customCommands } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { triggerKey } from '../commands/triggers.js';

type Test = ParsedInputOf<typeof customCommands.test>;

/** As Discord's ids look; they name nobody. */
const MADE_UP = {
  userId: '100000000000000001',
  channelId: '100000000000000002',
  guildId: '100000000000000003',
  botId: '00000000-0000-4000-8000-000000000000',
};
const MAX_ARGS = 500;

/** Runs of code that its author tries out. */
@Injectable()
export class CommandTestsService {
  private readonly limiter: Limiter;

  constructor(
    private readonly rpc: RpcClient,
    @Inject(REDIS) redis: Redis,
  ) {
    // Decision A11. Half of what the sandbox does for a user in a minute: who tries out can still save, and companions still answer.
    this.limiter = new Limiter(redis, { name: 'command-tests', points: 30, windowS: 60, wait: 'window' });
  }

  async test({ actor, code, trigger, message }: Test): Promise<OutputOf<typeof customCommands.test>> {
    await this.limiter.take(actor.userId);
    const context = madeUpContext(trigger, message);
    const report = await this.rpc.ask(sandbox.run, { userId: actor.userId, code, context });
    return { ...report, context };
  }
}

/** What the code would be told about `message`; without the trigger in front all of it counts as arguments. */
function madeUpContext(trigger: string, message: string): CommandContext {
  const written = message.trim() === '' ? trigger : message;
  const words = written.split(/\s+/u).filter((word) => word !== '');
  const [first = '', ...rest] = words;
  const isCalled = triggerKey(first, '!') === triggerKey(trigger, '!');
  return { ...MADE_UP, message: written, trigger, args: (isCalled ? rest : words).slice(0, MAX_ARGS) };
}
