import { LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, memory, type InputOf, type Memory } from '@kith/proto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  ApplicationCommandType,
  InteractionContextType,
  InteractionType,
  ComponentType,
  type APIApplicationCommandInteraction,
} from 'discord-api-types/v10';
import type { ConnectedBot } from '../messages/connected-bot.js';
import type { CommandDefinition } from './command-definition.js';
import { Components, type ComponentAnswer, type ComponentUse } from './components.js';
import { messageOf } from './interaction-message.js';
import { nowPrivately } from './interaction-responses.js';
import { allQuestion, correctionForm, CORRECTED_FIELD, factChoice, MEMORY_COMPONENTS, memoryPage } from './memory-message.js';

/** The application command with which members see, correct and delete what a bot remembers about them. */
export const MEMORY: CommandDefinition = {
  type: ApplicationCommandType.ChatInput,
  name: 'memory',
  description: 'See, correct and delete what this companion remembers about you here',
  options: [],
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
  default_member_permissions: null,
};

type Present = InputOf<typeof memory.ofMember>;
type AnyUse = APIApplicationCommandInteraction | ComponentUse['interaction'];
type Body = Extract<ComponentAnswer, { kind: 'now' }>['body'];

const NOT_NOW = 'I cannot look at my memory right now. Please try again in a minute.';
const GONE = 'I do not remember this any more.';
const CORRECTED = 'Thank you, I have corrected it.';
const FORGOTTEN = 'Forgotten.';
const ALL_FORGOTTEN = 'Everything that I remembered about you here is forgotten.';

/** What a member sees and changes is always about themself: it is asked for by who used the component, not by what it says. */
@Injectable()
export class MemoryCommand implements OnModuleInit {
  constructor(
    private readonly components: Components,
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.components.register(MEMORY_COMPONENTS, (connected, use) => this.use(connected, use), {
      opensForm: (_connected, { customId }) => customId.startsWith('correct:'),
    });
  }

  /** Null for another command. */
  answerTo(
    connected: ConnectedBot,
    interaction: APIApplicationCommandInteraction,
    memberId: string,
  ): Promise<ComponentAnswer> | null {
    if (interaction.data.name !== MEMORY.name || interaction.data.type !== MEMORY.type) return null;
    return this.answer(connected, interaction, memberId, async (present) =>
      memoryPage(await this.rpc.ask(memory.ofMember, present), 0, 'new'),
    );
  }

  private use(connected: ConnectedBot, { interaction, memberId, customId }: ComponentUse): Promise<ComponentAnswer | null> {
    const [action = '', argument = ''] = customId.split(':');
    return this.answer(connected, interaction, memberId, (present) => {
      if (action === 'all') return Promise.resolve(allQuestion());
      if (action === 'everything') return this.forget(present, null, ALL_FORGOTTEN);
      if (action === 'forget') return this.forget(present, argument, FORGOTTEN);
      if (action === 'corrected') return this.correct(present, argument, writtenIn(interaction));
      return this.show(present, action, { argument, chosen: chosenIn(interaction) });
    });
  }

  private async show(
    present: Present,
    action: string,
    { argument, chosen }: { readonly argument: string; readonly chosen: string },
  ): Promise<Body> {
    const remembered = await this.rpc.ask(memory.ofMember, present);
    if (action === 'page') return memoryPage(remembered, Number(argument) || 0, 'update');
    const fact = remembered.facts.find(({ id }) => id === (action === 'pick' ? chosen : argument));
    if (!fact) return memoryPage(remembered, 0, 'update', GONE);
    return action === 'pick' ? factChoice(fact, Number(argument) || 0) : correctionForm(fact);
  }

  private async forget(present: Present, factId: string | null, done: string): Promise<Body> {
    return memoryPage(await this.rpc.ask(memory.forget, { ...present, factId }), 0, 'update', done);
  }

  private async correct(present: Present, factId: string, value: string): Promise<Body> {
    try {
      return memoryPage(await this.rpc.ask(memory.correct, { ...present, factId, value }), 0, 'update', CORRECTED);
    } catch (error) {
      if (!(error instanceof AppError) || !['NOT_FOUND', 'BAD_INPUT'].includes(error.code)) throw error;
      const remembered: Memory = await this.rpc.ask(memory.ofMember, present);
      return memoryPage(remembered, 0, 'update', error.code === 'NOT_FOUND' ? GONE : error.message);
    }
  }

  /** Repeating any of it does no harm: what is deleted stays deleted. */
  private async answer(
    { bot: { botId } }: ConnectedBot,
    interaction: AnyUse,
    memberId: string,
    work: (present: Present) => Promise<Body>,
  ): Promise<ComponentAnswer> {
    try {
      return { kind: 'now', body: await work({ botId, memberId, place: placeOf(interaction, memberId) }) };
    } catch (error) {
      this.logger.info({ botId, err: error }, 'memory of a member not shown or changed');
      return nowPrivately(NOT_NOW);
    }
  }
}

function placeOf(interaction: AnyUse, memberId: string): Present['place'] {
  const message = messageOf(interaction as ComponentUse['interaction'], memberId);
  if (!message || message.guildId === null) return null;
  const { guildId, channelId, parentId } = message;
  return { guildId, channelIds: [channelId, ...(parentId === null ? [] : [parentId])] };
}

function chosenIn(interaction: ComponentUse['interaction']): string {
  if (interaction.type !== InteractionType.MessageComponent) return '';
  return interaction.data.component_type === ComponentType.Button ? '' : (interaction.data.values[0] ?? '');
}

function writtenIn(interaction: ComponentUse['interaction']): string {
  if (interaction.type !== InteractionType.ModalSubmit) return '';
  const fields = interaction.data.components.flatMap((row) => ('components' in row ? row.components : []));
  const field = fields.find((one) => one.custom_id === CORRECTED_FIELD);
  return field && 'value' in field ? field.value.replaceAll(/\s+/gu, ' ') : '';
}
