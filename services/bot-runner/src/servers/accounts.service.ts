import { Events } from '@kith/kit';
import {
  events,
  type DiscordAccount,
  type OutputOf,
  type ParsedInputOf,
  type PrivilegedIntent,
  type RunnerServer,
  type runnerAccounts as calls,
} from '@kith/proto';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import {
  ApplicationFlags,
  GatewayIntentBits,
  Routes,
  type APIApplication,
  type APIChannel,
  type APIRole,
  type RESTGetAPICurrentUserGuildsResult,
  type RESTPatchAPICurrentUserJSONBody,
  type RESTPatchCurrentApplicationJSONBody,
} from 'discord-api-types/v10';
import { MessagePoster } from '../discord/message-poster.js';
import { allowsMessageContent, allowsServerMembers, switchedOnIntents } from '../discord/privileged-intents.js';
import { RestClients } from '../discord/rest-clients.js';
import { nameOnDiscord } from '../discord/token-inspector.js';
import { AnswerCache } from './answer-cache.js';
import { categoryList, channelList, roleList } from './channel-list.js';
import { askDiscord } from './discord-answers.js';
import { greeting } from './greeting.js';

const TIMEOUT_MS = 4000;
const SERVERS_PER_PAGE = 200;
/** The flag with which a bot in few servers may switch the intent on by itself. */
const INTENTS: Record<PrivilegedIntent, { readonly bit: number; readonly flag: number }> = {
  message_content: { bit: GatewayIntentBits.MessageContent, flag: ApplicationFlags.GatewayMessageContentLimited },
  server_members: { bit: GatewayIntentBits.GuildMembers, flag: ApplicationFlags.GatewayGuildMembersLimited },
};
/** Of a bot in more servers the first thousand are listed. */
const MAX_PAGES = 5;

/** Requests about the account and the servers of a bot. Any runner answers them, whether or not the bot is connected. */
@Injectable()
export class AccountsService implements OnModuleInit, OnModuleDestroy {
  private readonly cache = new AnswerCache();
  private unsubscribes: (() => void)[] = [];

  constructor(
    private readonly clients: RestClients,
    private readonly poster: MessagePoster,
    private readonly events: Events,
  ) {}

  async onModuleInit(): Promise<void> {
    const forget = ({ botId }: { botId: string }): void => this.cache.forget(botId);
    this.unsubscribes = await Promise.all([
      this.events.subscribe(events.botChanged, forget),
      this.events.subscribe(events.serversChanged, forget),
      // Discord may have refused the token.
      this.events.subscribe(events.botStatus, ({ botId, runtimeState }) => {
        if (runtimeState === 'failed') this.cache.forget(botId);
      }),
    ]);
  }

  onModuleDestroy(): void {
    for (const unsubscribe of this.unsubscribes) unsubscribe();
  }

  async account({ botId }: ParsedInputOf<typeof calls.account>): Promise<OutputOf<typeof calls.account>> {
    const [account, servers] = await Promise.all([
      this.cache.get(botId, 'account', () => this.readAccount(botId)),
      this.cache.get(botId, 'servers', () => this.readServers(botId)),
    ]);
    return { account, servers };
  }

  async channels({ botId, serverId }: ParsedInputOf<typeof calls.channels>): Promise<OutputOf<typeof calls.channels>> {
    return this.cache.get(botId, `channels ${serverId}`, async () => {
      const [channels, roles] = await Promise.all([
        this.get(botId, Routes.guildChannels(serverId)),
        this.get(botId, Routes.guildRoles(serverId)),
      ]);
      const found = channels as APIChannel[];
      return { channels: channelList(found), categories: categoryList(found), roles: roleList(roles as APIRole[], serverId) };
    });
  }

  async updateProfile({ botId, name, about, picture }: ParsedInputOf<typeof calls.updateProfile>): Promise<DiscordAccount> {
    const user: RESTPatchAPICurrentUserJSONBody = {
      ...(name !== undefined && { username: name }),
      ...(picture !== undefined && { avatar: picture }),
    };
    // First, because Discord limits it to few changes an hour: a refusal of it should change nothing.
    if (Object.keys(user).length > 0) await this.patch(botId, Routes.user('@me'), user);
    if (about !== undefined) await this.patchApplication(botId, { description: about });
    return this.freshAccount(botId);
  }

  async enableIntent({ botId, intent }: ParsedInputOf<typeof calls.enableIntent>): Promise<DiscordAccount> {
    const application = (await this.get(botId, Routes.currentApplication())) as APIApplication;
    const { bit, flag } = INTENTS[intent];
    if ((switchedOnIntents(application) & bit) === 0)
      await this.patchApplication(botId, { flags: (application.flags ?? 0) | flag });
    // A running bot begins a session that has the intent.
    await this.events.publish(events.botChanged, { botId });
    return this.freshAccount(botId);
  }

  async sayHello(input: ParsedInputOf<typeof calls.sayHello>): Promise<OutputOf<typeof calls.sayHello>> {
    const { botId, botName, channelId, helloId } = input;
    const { applicationId } = await this.cache.get(botId, 'account', () => this.readAccount(botId));
    const parts = [{ content: greeting(botName, applicationId) }];
    await askDiscord(() => this.poster.post({ botId, postId: `hello-${helloId}`, channelId, parts }));
    return {};
  }

  private async freshAccount(botId: string): Promise<DiscordAccount> {
    this.cache.forget(botId);
    return this.cache.get(botId, 'account', () => this.readAccount(botId));
  }

  private async readAccount(botId: string): Promise<DiscordAccount> {
    const application = (await this.get(botId, Routes.currentApplication())) as APIApplication;
    return {
      applicationId: application.id,
      name: nameOnDiscord(application),
      about: application.description ?? '',
      hasMessageContent: allowsMessageContent(application),
      hasServerMembers: allowsServerMembers(application),
    };
  }

  private async readServers(botId: string): Promise<RunnerServer[]> {
    const servers: RunnerServer[] = [];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = new URLSearchParams({ with_counts: 'true', limit: String(SERVERS_PER_PAGE) });
      const last = servers.at(-1);
      if (last) query.set('after', last.id);
      const found = (await this.get(botId, Routes.userGuilds(), query)) as RESTGetAPICurrentUserGuildsResult;
      for (const { id, name, permissions, approximate_member_count: memberCount = null } of found)
        servers.push({ id, name, memberCount, permissions });
      if (found.length < SERVERS_PER_PAGE) break;
    }
    return servers;
  }

  private get(botId: string, route: `/${string}`, query?: URLSearchParams): Promise<unknown> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return askDiscord(() => this.clients.use(botId, (rest) => rest.get(route, { signal, ...(query && { query }) })));
  }

  private patchApplication(botId: string, body: RESTPatchCurrentApplicationJSONBody): Promise<unknown> {
    return this.patch(botId, Routes.currentApplication(), body);
  }

  private patch(botId: string, route: `/${string}`, body: unknown): Promise<unknown> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return askDiscord(() => this.clients.use(botId, (rest) => rest.patch(route, { body, signal })));
  }
}
