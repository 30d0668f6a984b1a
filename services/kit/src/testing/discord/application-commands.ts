import type { RestRequest, RestResponse } from './rest-types.js';
import { invalid } from './form-problems.js';
import { unknown } from './permissions.js';
import type { DiscordState } from './state.js';
import type { DiscordStats } from './stats.js';

const CHAT_INPUT = 1;
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const MAX_OPTIONS = 25;
const MAX_CHOICES = 25;
const MAX_TEXT_CHARS = 6000;
/** Names, descriptions and values of a command, its options and their choices together. */
const MAX_CHARS = 8000;
/** Commands of an application by type: slash, user, message. */
const MAX_COMMANDS: Readonly<Record<number, number>> = { 1: 100, 2: 5, 3: 5 };
/** Command creations per application and day. */
const CREATES_PER_DAY = 200;

/** Discord's types of options. */
export const OPTION_TYPE = {
  subcommand: 1,
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
} as const;
const TYPES: ReadonlySet<number> = new Set(Object.values(OPTION_TYPE));

/** An option of a slash command. */
export interface CommandOption {
  readonly type: number;
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  readonly choices?: readonly { readonly name: string; readonly value: string | number }[];
  readonly autocomplete?: boolean;
  /** Of a text. */
  readonly max_length?: number;
  /** Of a subcommand. */
  readonly options?: readonly CommandOption[];
}

/** An application command in Discord's JSON. */
export interface Command {
  readonly id: string;
  readonly application_id: string;
  readonly version: string;
  readonly type: number;
  readonly name: string;
  readonly description: string;
  readonly options: readonly CommandOption[];
  /** Null: offered everywhere. */
  readonly contexts: readonly number[] | null;
  /** Bits as a decimal string; null: everybody may use it. */
  readonly default_member_permissions: string | null;
  /** Offered in age-restricted channels only. */
  readonly nsfw: boolean;
}
export type CommandFields = Pick<Command, 'name' | 'description'> & Partial<Omit<Command, 'id' | 'application_id' | 'version'>>;

/** Serves /applications/<id>/commands and keeps the commands of each application. */
export class ApplicationCommands {
  private readonly commands = new Map<string, Command[]>();
  private readonly createsPerApplication = new Map<string, number>();

  constructor(
    private readonly state: DiscordState,
    private readonly stats: () => DiscordStats,
  ) {}

  of(applicationId: string): readonly Command[] {
    return this.commands.get(applicationId) ?? [];
  }

  /** Registers a command as the owner of the application could do outside of Kith. */
  set(applicationId: string, fields: CommandFields, known = this.find(applicationId, fields)): Command {
    const made: Command = {
      type: CHAT_INPUT,
      options: [],
      contexts: null,
      default_member_permissions: null,
      nsfw: false,
      ...fields,
      id: known?.id ?? this.state.snowflake(),
      application_id: applicationId,
      version: this.state.snowflake(),
    };
    this.commands.set(applicationId, [...this.of(applicationId).filter((one) => one !== known), made]);
    return made;
  }

  serve({ method, path: [, id, , commandId], applicationId, body }: RestRequest): RestResponse {
    if (id !== applicationId) return { status: 403, body: { message: 'Missing Access', code: 50_001 } };
    if (commandId === undefined && method === 'GET') return { status: 200, body: this.of(applicationId) };
    if (commandId === undefined && method === 'POST') return this.write(applicationId, body);
    if (commandId === undefined && method === 'PUT') return this.replaceAll(applicationId, body);
    const known = this.of(applicationId).find((one) => one.id === commandId);
    if (!known) return unknown('application command', 10_063);
    if (method === 'GET') return { status: 200, body: known };
    if (method === 'PATCH') return this.write(applicationId, { ...known, ...body }, known);
    if (method !== 'DELETE') return { status: 405, body: { message: '405: Method Not Allowed', code: 0 } };
    this.commands.set(
      applicationId,
      this.of(applicationId).filter((one) => one !== known),
    );
    this.stats().commandWrites++;
    return { status: 204 };
  }

  private write(applicationId: string, body: unknown, edited?: Command): RestResponse {
    const fields = commandFields(body);
    if (!fields) return invalid('name', 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
    const known = edited ?? this.find(applicationId, fields);
    const problem = known ? null : this.creationProblem(applicationId, fields);
    if (problem) return problem;
    this.stats().commandWrites++;
    return { status: known ? 200 : 201, body: this.set(applicationId, fields, known) };
  }

  private replaceAll(applicationId: string, body: unknown): RestResponse {
    const all = (Array.isArray(body) ? body : []).map(commandFields);
    const fields = all.flatMap((one) => one ?? []);
    const keys = new Set(fields.map(({ name, type }) => `${type}:${name}`));
    if (fields.length < all.length) return invalid('name', 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
    if (keys.size < fields.length)
      return invalid('name', 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique');
    const before = this.of(applicationId);
    this.commands.set(
      applicationId,
      before.filter(({ name, type }) => keys.has(`${type}:${name}`)),
    );
    for (const one of fields) {
      const answer = this.write(applicationId, one);
      if (answer.status >= 400) {
        this.commands.set(applicationId, [...before]);
        return answer;
      }
    }
    return { status: 200, body: this.of(applicationId) };
  }

  private creationProblem(applicationId: string, { type = CHAT_INPUT }: CommandFields): RestResponse | null {
    const creates = (this.createsPerApplication.get(applicationId) ?? 0) + 1;
    if (creates > CREATES_PER_DAY)
      return {
        status: 400,
        body: { message: 'Max number of daily application command creates has been reached', code: 30_034 },
      };
    const limit = MAX_COMMANDS[type] ?? 0;
    if (this.of(applicationId).filter((one) => one.type === type).length >= limit)
      return { status: 400, body: { message: `Maximum number of application commands reached (${limit})`, code: 30_032 } };
    this.createsPerApplication.set(applicationId, creates);
    return null;
  }

  private find(applicationId: string, { name, type = CHAT_INPUT }: CommandFields): Command | undefined {
    return this.of(applicationId).find((one) => one.name === name && one.type === type);
  }
}

/** Discord counts code points. */
const isWithin = (text: string, max: number): boolean => text !== '' && [...text].length <= max;

/** Null for a command that Discord refuses. */
function commandFields(body: unknown): CommandFields | null {
  const { name = '', description = '', type = CHAT_INPUT, options = [], ...others } = body as Partial<Command>;
  const { contexts = null, default_member_permissions: permissions = null, nsfw = false } = others;
  const isSlash = type === CHAT_INPUT;
  const hasName = isSlash ? NAME.test(name) && name === name.toLowerCase() : isWithin(name, 32);
  const hasDescription = isSlash ? isWithin(description, 100) : description === '';
  if (!hasName || !hasDescription || (!isSlash && options.length > 0) || !hasValidOptions(options)) return null;
  if (name.length + description.length + charsOf(options) > MAX_CHARS) return null;
  return { type, name, description, options, contexts, default_member_permissions: permissions, nsfw };
}

function hasValidOptions(options: readonly CommandOption[]): boolean {
  const names = new Set(options.map(({ name }) => name));
  const firstOptional = options.findIndex(({ required }) => required !== true);
  const isOrdered = firstOptional === -1 || options.slice(firstOptional).every(({ required }) => required !== true);
  const isSubcommand = ({ type }: CommandOption): boolean => type === OPTION_TYPE.subcommand;
  // Discord takes either subcommands or values.
  if (options.some(isSubcommand) && !options.every(isSubcommand)) return false;
  const isValid = (option: CommandOption): boolean => {
    const { name, description, choices = [], autocomplete, options: inner = [] } = option;
    return (
      NAME.test(name) &&
      hasValidType(option) &&
      !inner.some(isSubcommand) &&
      hasValidOptions(inner) &&
      name === name.toLowerCase() &&
      isWithin(description, 100) &&
      hasValidChoices(option) &&
      !(choices.length > 0 && autocomplete === true)
    );
  };
  return options.length <= MAX_OPTIONS && names.size === options.length && isOrdered && options.every(isValid);
}

function hasValidType({ type, max_length: max, options: inner }: CommandOption): boolean {
  if (!TYPES.has(type) || (inner !== undefined && type !== OPTION_TYPE.subcommand)) return false;
  return max === undefined || (type === OPTION_TYPE.string && Number.isInteger(max) && max >= 1 && max <= MAX_TEXT_CHARS);
}

function hasValidChoices({ type, choices = [] }: CommandOption): boolean {
  const { string, integer, number } = OPTION_TYPE;
  const isValue = (value: unknown): boolean => {
    if (type === string) return typeof value === 'string' && isWithin(value, 100);
    return type === integer ? Number.isSafeInteger(value) : type === number && Number.isFinite(value);
  };
  const names = new Set(choices.map(({ name }) => name));
  return (
    choices.length <= MAX_CHOICES &&
    names.size === choices.length &&
    choices.every(({ name, value }) => isWithin(name, 100) && isValue(value))
  );
}

const charsOf = (options: readonly CommandOption[]): number =>
  options.reduce((sum, { name, description, choices = [], options: inner = [] }) => {
    const ofChoices = choices.reduce((chars, choice) => chars + choice.name.length + String(choice.value).length, 0);
    return sum + name.length + description.length + ofChoices + charsOf(inner);
  }, 0);

/** The options of a use of the command. Throws for what Discord's client would not send: another type, an unknown or a missing option. */
function optionValues(
  command: Pick<Command, 'name' | 'options'>,
  given: Record<string, unknown>,
): { name: string; type: number; value: unknown }[] {
  for (const name of Object.keys(given))
    if (!command.options.some((option) => option.name === name)) throw new Error(`${command.name} has no option ${name}`);
  return command.options.flatMap(({ name, type, required, choices = [], max_length: max = MAX_TEXT_CHARS }) => {
    const value = given[name];
    if (value === undefined && required) throw new Error(`${command.name} needs the option ${name}`);
    if (value === undefined) return [];
    const isOfType = isValueOf(type, value) && (typeof value !== 'string' || value.length <= max);
    const isOffered = choices.length === 0 || choices.some((choice) => choice.value === value);
    if (!isOfType || !isOffered) throw new Error(`${command.name} does not take this value for ${name}`);
    return [{ name, type, value }];
  });
}

function isValueOf(type: number, value: unknown): boolean {
  if (type === OPTION_TYPE.integer) return Number.isSafeInteger(value);
  if (type === OPTION_TYPE.number) return Number.isFinite(value);
  return typeof value === (type === OPTION_TYPE.boolean ? 'boolean' : 'string');
}

/** An option with its value, or a subcommand with its options. */
interface FilledIn {
  readonly name: string;
  readonly type: number;
  readonly value?: unknown;
  readonly options?: readonly FilledIn[];
  /** The member types it at the moment. */
  readonly focused?: boolean;
}

/** The options while a member still types the last of them. Throws when Discord would not ask the bot about it. */
export function typedIn({ name: command, options }: Pick<Command, 'name' | 'options'>, given: readonly FilledIn[]): FilledIn[] {
  const last = given.at(-1);
  const known = options.find(({ name }) => name === last?.name);
  if (last?.options !== undefined)
    return [{ ...last, options: typedIn({ name: command, options: known?.options ?? [] }, last.options) }];
  if (known?.autocomplete !== true) throw new Error(`${command} completes no option`);
  return given.map((option) => (option === last ? { ...option, focused: true } : option));
}

/** What a member filled in, and as Discord sends it. Throws when the command has subcommands and none, or an unknown one, is used. */
export function filledIn(
  command: Command,
  { subcommand, options = {} }: { subcommand?: string; options?: Record<string, unknown> },
) {
  const subcommands = command.options.filter(({ type }) => type === OPTION_TYPE.subcommand);
  const used = subcommands.find(({ name }) => name === subcommand);
  if (!used && (subcommands.length > 0 || subcommand !== undefined))
    throw new Error(`${command.name} has no subcommand ${subcommand}`);
  const values = optionValues(used ? { name: used.name, options: used.options ?? [] } : command, options);
  const sent: readonly FilledIn[] = used ? [{ name: used.name, type: used.type, options: values }] : values;
  return { values, options: sent };
}
