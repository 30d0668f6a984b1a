import { randomUUID } from 'node:crypto';
import { Audit, Keyring, RateLimiter, REDIS, RpcClient } from '@kith/kit';
import {
  AppError,
  billing,
  MAX_TOOL_SERVERS,
  mcp,
  refuseImpersonation,
  type Actor,
  type ListedTool,
  type OutputOf,
  type ParsedInputOf,
  type tools,
  type ToolServer,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { BotEntity } from '../bot.entity.js';
import { BotsService } from '../bots.service.js';
import { lockBot } from '../locks.js';
import { ToolServerEntity } from './tool-server.entity.js';

type ByServer = ParsedInputOf<typeof tools.checkServer>;
type Token = Pick<ToolServerEntity, 'id' | 'botId'>;

const CHECKS = { name: 'bots-tool-servers', points: 20, windowS: 60, wait: 'window' } as const;
/** By all owners together, so that nobody can make Kith flood a server. */
const PER_HOST = { name: 'bots-tool-server-hosts', points: 120, windowS: 60, wait: 'window' } as const;

/** MCP servers that owners named for their bots (docs/decisions.md T19). */
@Injectable()
export class ToolServers {
  private readonly checks: RateLimiter;
  private readonly perHost: RateLimiter;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly bots: BotsService,
    private readonly keyring: Keyring,
    private readonly rpc: RpcClient,
    private readonly audit: Audit,
    @Inject(REDIS) redis: ConstructorParameters<typeof RateLimiter>[0],
  ) {
    this.checks = new RateLimiter(redis, CHECKS);
    this.perHost = new RateLimiter(redis, PER_HOST);
  }

  async list({ actor, botId }: ParsedInputOf<typeof tools.servers>): Promise<OutputOf<typeof tools.servers>> {
    await this.bots.ownBot(actor, botId);
    return { servers: (await this.rows(this.database.manager, botId)).map(viewOf) };
  }

  async add({ actor, botId, input }: ParsedInputOf<typeof tools.addServer>): Promise<ToolServer> {
    refuseImpersonation(actor);
    await this.bots.ownBot(actor, botId);
    const { name, address } = input;
    const token = input.token === '' ? null : input.token;
    const key = { id: randomUUID(), botId };
    const listed = await this.ask(actor, { address, token });
    const sealed = token === null ? null : this.keyring.encrypt(token, placeOf(key));
    const row = { ...key, name, address, token: sealed, listed, allowed: [], checkedAt: new Date() };
    await this.database.transaction(async (manager) => {
      await lockBot(manager, actor, botId);
      if ((await manager.countBy(ToolServerEntity, { botId })) >= MAX_TOOL_SERVERS) throw full();
      await manager.insert(ToolServerEntity, row);
    });
    await this.audit.report('tool_server_added', { actor, target: botId, details: { host: new URL(address).host } });
    return viewOf(row);
  }

  async check({ actor, botId, serverId }: ByServer): Promise<ToolServer> {
    const before = await this.own(actor, botId, serverId);
    const listed = await this.ask(actor, { address: before.address, token: this.tokenOf(before) });
    return this.change({ actor, botId, serverId }, (row) => {
      const known = new Map(row.listed.map((tool) => [tool.name, tool]));
      // What the owner allowed is what they read: a server cannot give a tool another meaning later.
      const isSame = (tool: ListedTool | undefined): boolean => {
        const then = tool && known.get(tool.name);
        return then?.description === tool?.description && then?.parameters === tool?.parameters;
      };
      const allowed = row.allowed.filter((name) => {
        const now = listed.find((tool) => tool.name === name);
        return now !== undefined && isSame(now);
      });
      return { listed, allowed, checkedAt: new Date() };
    });
  }

  async allow({ actor, botId, serverId, checkedAt, tools: names }: ParsedInputOf<typeof tools.allowTools>): Promise<ToolServer> {
    refuseImpersonation(actor);
    await this.bots.ownBot(actor, botId);
    return this.change({ actor, botId, serverId }, ({ listed, checkedAt: lastCheckedAt }) => {
      // The server may describe its tools in another way than the owner read.
      if (lastCheckedAt.getTime() !== Date.parse(checkedAt)) throw checkedSince();
      const unknown = names.find((name) => !listed.some((tool) => tool.name === name));
      if (unknown !== undefined) throw badTools();
      return { allowed: [...new Set(names)] };
    });
  }

  async remove({ actor, botId, serverId }: ByServer): Promise<OutputOf<typeof tools.removeServer>> {
    await this.bots.ownBot(actor, botId);
    await this.database.manager.delete(ToolServerEntity, { id: serverId, botId });
    return { message: 'Server removed' };
  }

  /** The allowed tools of all servers of a bot, with the descriptions that their owner read. */
  async offered(botId: string): Promise<OutputOf<typeof tools.offered>['servers']> {
    const rows = await this.rows(this.database.manager, botId);
    return rows
      .map(({ id, name, listed, allowed }) => ({
        serverId: id,
        name,
        tools: listed.filter((tool) => allowed.includes(tool.name)),
      }))
      .filter(({ tools: found }) => found.length > 0);
  }

  async call({
    botId,
    serverId,
    tool,
    ...call
  }: ParsedInputOf<typeof tools.callServer>): Promise<OutputOf<typeof tools.callServer>> {
    const { manager } = this.database;
    const [row, bot] = await Promise.all([
      manager.findOneBy(ToolServerEntity, { id: serverId, botId }),
      manager.findOne(BotEntity, { select: { id: true, ownerId: true, tools: true }, where: { id: botId, deletedAt: IsNull() } }),
    ]);
    if (!row || !bot?.tools.servers || !row.allowed.includes(tool)) throw new AppError('NOT_FOUND');
    await this.perHost.consume(new URL(row.address).host);
    const { plan } = await this.rpc.ask(billing.entitlement, { userId: bot.ownerId });
    const { address } = row;
    return this.rpc.ask(mcp.callTool, { userId: bot.ownerId, plan, address, token: this.tokenOf(row), tool, ...call });
  }

  private async ask(
    { userId, plan }: Actor,
    server: { readonly address: string; readonly token: string | null },
  ): Promise<ListedTool[]> {
    await this.checks.consume(userId);
    await this.perHost.consume(new URL(server.address).host);
    return (await this.rpc.ask(mcp.listTools, { userId, plan, ...server })).tools;
  }

  private async change(
    { actor, botId, serverId }: ByServer,
    changesOf: (row: ToolServerEntity) => Partial<ToolServerEntity>,
  ): Promise<ToolServer> {
    return this.database.transaction(async (manager) => {
      await lockBot(manager, actor, botId);
      const row = await manager.findOneBy(ToolServerEntity, { id: serverId, botId });
      if (!row) throw new AppError('NOT_FOUND');
      const changes = changesOf(row);
      await manager.update(ToolServerEntity, { id: serverId }, changes);
      return viewOf({ ...row, ...changes });
    });
  }

  private async own(actor: Actor, botId: string, serverId: string): Promise<ToolServerEntity> {
    await this.bots.ownBot(actor, botId);
    const row = await this.database.manager.findOneBy(ToolServerEntity, { id: serverId, botId });
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  }

  private rows(manager: EntityManager, botId: string): Promise<ToolServerEntity[]> {
    return manager.find(ToolServerEntity, { where: { botId }, order: { createdAt: 'asc', id: 'asc' } });
  }

  private tokenOf(row: ToolServerEntity): string | null {
    return row.token === null ? null : this.keyring.decrypt(row.token, placeOf(row));
  }
}

const placeOf = ({ id, botId }: Token): string => `bots.tool_server.token:${botId}:${id}`;

function full(): AppError {
  const sentence = `A companion can have ${MAX_TOOL_SERVERS} servers.`;
  return new AppError('BAD_INPUT', sentence, { fields: { address: sentence } });
}

const checkedSince = (): AppError =>
  new AppError('VERSION_CONFLICT', 'This server was asked for its tools again meanwhile. Please read what they do now.');

const badTools = (): AppError =>
  new AppError('BAD_INPUT', 'This server does not list this tool any more. Please test the connection.');

const viewOf = ({ id, name, address, token, listed, allowed, checkedAt }: Omit<ToolServerEntity, 'createdAt'>): ToolServer => ({
  id,
  name,
  address,
  hasToken: token !== null,
  tools: listed.map((tool) => ({ name: tool.name, description: tool.description, isAllowed: allowed.includes(tool.name) })),
  checkedAt: checkedAt.toISOString(),
});
