import { RateLimiter, REDIS, RpcClient } from '@kith/kit';
import { AppError, webRequests, type CommandRequest, type RequestAnswer } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { CommandHostEntity } from './command-host.entity.js';
import { answered, refused } from './request-answers.js';

const PER_OWNER = { name: 'bots-fetches', points: 30, windowS: 60, wait: 'window' } as const;
const NO_ADDRESS = 'This is not a valid address';
const TOO_MANY = 'Too many websites were read in this minute';
const UNREACHABLE = 'This website could not be read';

type Fetch = Extract<CommandRequest, { kind: 'fetch' }>;

/** Reads websites for custom commands: those that the owner allowed to the bot. */
@Injectable()
export class WebAccess {
  private readonly perOwner: RateLimiter;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly rpc: RpcClient,
    @Inject(REDIS) redis: Redis,
  ) {
    this.perOwner = new RateLimiter(redis, PER_OWNER);
  }

  /** Never fails: whatever goes wrong is an error that the code gets. */
  async fetch({ botId, ownerId }: { readonly botId: string; readonly ownerId: string }, request: Fetch): Promise<RequestAnswer> {
    const { url, headers } = request;
    const host = URL.parse(url)?.hostname;
    if (!host) return refused(NO_ADDRESS);
    const rows = await this.database.manager.find(CommandHostEntity, { where: { botId } });
    const hosts = rows.map((row) => row.host);
    if (!hosts.includes(host)) return refused(`${host.slice(0, 100)} is not among the websites that this companion may read`);
    try {
      await this.perOwner.consume(ownerId);
      return answered(await this.rpc.ask(webRequests.get, { url, hosts, headers }));
    } catch (error) {
      const { code, message } = AppError.from(error);
      if (code === 'RATE_LIMITED') return refused(TOO_MANY);
      return refused(code === 'UNSUPPORTED_MEDIA' || code === 'BAD_INPUT' ? message : UNREACHABLE);
    }
  }
}
