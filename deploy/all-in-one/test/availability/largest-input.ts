import { randomUUID } from 'node:crypto';
import type { Schema } from '../fuzz/from-schema.js';

// Tried in this order for texts with a pattern.
const PATTERNED = ['1'.repeat(18), '#a1b2c3', 'Trait', 'http://127.0.0.1:9/', 'free', 'request-1', '1', 'abc', 'abcdefgh'];
const MAX_PROPERTIES = 50;
const SNOWFLAKE = '1'.repeat(18);

/** The most expensive valid values of fields whose schemas do not say everything that a service requires; shared with GraphQL. */
export const VALUE_OF_FIELD: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['email', `${'x'.repeat(40)}@example.test`],
  ['serverId', SNOWFLAKE],
  ['dedicatedChannelId', SNOWFLAKE],
  ['allowedChannels', [SNOWFLAKE]],
  // Each of another channel.
  [
    'proactiveMessages',
    Array.from({ length: 5 }, (_value, at) => ({
      channelId: `${SNOWFLAKE}${at}`,
      event: 'weekly',
      text: 'ebb and flöd '.repeat(76),
      isWritten: true,
      hint: 'ebb and flöd '.repeat(38),
    })),
  ],
  ['type', 'text'],
  ['fileUrl', null],
  // Of a page, which these items are not.
  ['readAgain', undefined],
  ['trigger', `!${'o'.repeat(31)}`],
  ['customTrigger', `!${'o'.repeat(31)}`],
  ['requiredRoleId', SNOWFLAKE],
  ['cooldownS', 86_400],
  ['hosts', Array.from({ length: 20 }, (_value, at) => `host-${at}.example.org`)],
  ['settings', {}],
  ['systemId', 'mini-games'],
  ['expectedVersion', undefined],
  ['discordToken', undefined],
  ['clearDiscordToken', undefined],
  ['packageId', 'credits-1000'],
  ['currentPassword', 'correct horse'],
  ['code', `export default () => 1; // ${'x'.repeat(9000)}`],
  ['version', undefined],
  ['maxTokens', 4000],
  // Refused without a request to another server.
  ['address', `https://127.0.0.1/${'a'.repeat(480)}`],
  ['dailyCaps', { perBot: 1000, perServer: 1000, perMember: 1000 }],
  // Files have requests of their own.
  ['attachments', []],
]);

/** The largest value that fits the schema: every property, texts and lists of the greatest length. */
export function largest(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.at(-1);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return branches.map(largest).toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
  switch ([schema.type].flat()[0]) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? 1000, 10_000);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: Math.min(schema.maxItems ?? 10, 500) }, () => largest(schema.items ?? {}));
    case 'object':
      return object(schema);
    default:
      return 'x'.repeat(100);
  }
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

function text({ format, pattern, maxLength = 100 }: Schema): string {
  if (format === 'uuid') return randomUUID();
  if (format === 'email') return `${'x'.repeat(40)}@example.test`;
  // Words, because a text without spaces is a single word for search and for the splitting of texts.
  const words = 'ebb and flöd '.repeat(Math.ceil(maxLength / 13)).slice(0, maxLength - 1);
  const full = `${words}x`;
  if (pattern === undefined || new RegExp(pattern, 'u').test(full)) return full;
  return PATTERNED.find((one) => new RegExp(pattern, 'u').test(one)) ?? full;
}

function object({ properties = {}, additionalProperties }: Schema): Record<string, unknown> {
  const known = Object.entries(properties).map(([name, field]) => [
    name,
    VALUE_OF_FIELD.has(name) ? VALUE_OF_FIELD.get(name) : largest(field),
  ]);
  if (typeof additionalProperties !== 'object') return Object.fromEntries(known);
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const extra = Array.from({ length: MAX_PROPERTIES }, (_, at) => [
    `trait${letters[at % 26]}${letters[Math.floor(at / 26)]}`,
    largest(additionalProperties),
  ]);
  return Object.fromEntries([...known, ...extra]);
}
