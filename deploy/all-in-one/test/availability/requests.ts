import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, parse, print, type TypeNode } from 'graphql';
import type { Repeatable } from './load.js';
import type { Schema } from '../fuzz/from-schema.js';
import { largest, VALUE_OF_FIELD } from './largest-input.js';

const SECOND_BOT = 'Bot 1';
/** Where the fields of the schema do not say what is valid. */
const VALID: Readonly<Record<string, object>> = {
  'POST /api/bots/{botId}/reset': { name: SECOND_BOT },
  'POST /api/bots/{botId}/commands': { commandId: 'roll' },
  'mutation LearnCommand': { commandId: 'roll' },
  // Of no bot.
  'POST /api/user-commands/test': { code: `export default () => 1; // ${'x'.repeat(9000)}`, message: 'o'.repeat(2000) },
  'PATCH /api/auth/api-settings': { developerMode: true, clearApiKey: true, ownModel: '' },
  'POST /api/subscriptions/change/preview': { plan: 'basic' },
  'mutation HandleReport': { action: 'dismiss' },
  'POST /api/bots/{botId}/knowledge/questions': { question: 'When is high water? '.repeat(20), expectedItemId: null },
  'query Inbox': { state: 'open' },
  'mutation SetInboxState': { state: 'dismissed' },
  'query SystemPage': { systemId: 'reaction-roles', section: undefined },
  'mutation ChangeSandbox': { action: 'refund' },
  'mutation ChangeSubscription': { action: 'resume' },
  'POST /api/admin/users/{userId}/credit-corrections': { credits: 1, reason: 'o'.repeat(200) },
};
/** Rows that do not come as far as the most expensive work, and why. */
export const NOT_REACHED: readonly (readonly [rows: RegExp, reason: string])[] = [
  [/^DELETE /, 'what it deletes exists once'],
  [/discord\/(?:link\/)?finish/, 'needs a code that Discord has given out'],
  [/password-reset \(/, 'needs the link of a mail'],
  [/\/api\/admin\/models\/|^mutation (?:Change|Reset)Model\b/, 'needs the current version of a row of the model catalogue'],
  [
    /\/chat\/stream \((?:form|attachments)|\/chat \(attachments/,
    'reads files as the rows of /chat before it do, which used up the messages of the minute',
  ],
  [/\/images\//, 'needs an image that a provider has generated'],
  [/subscriptions\/change \(|^mutation ChangeSubscription\b/, 'needs a preview, which is valid once'],
  [/POST \/api\/sandbox\/portal|^mutation ChangeSandbox\b/, 'needs a payment that can still be refunded'],
  [/sandbox\/checkout\/\{checkoutId\} \(/, 'a checkout is paid once; until then the card is declined'],
  [/moderation\/cases\/\{caseId\}/, 'needs a case of moderation'],
  [/^(?:query SharedCommand|mutation ImportCustomCommand)\b/, 'needs the code with which somebody shares a command'],
  [/^(?:query (?:BotVersion|RestorePreview)|mutation RestoreVersion)\b/, 'needs a version that the bot has'],
  [/systems\/\{systemId\}\/files/, 'needs the system of music, and voice switched on'],
  [/^mutation AllowTools\b/, 'needs a server that lists tools'],
  [/^mutation HandleReport\b/, 'needs a report of a member'],
  [/webhook-events\/\{eventId\}/, 'needs an event of the payment provider'],
  [/webhooks/, 'needs the signature of the payment provider'],
  [/notificationId/, 'needs a notification'],
  [/end-impersonation/, 'needs an impersonation'],
];
const MB = 1_048_576;
export const TRUSTED_DOCUMENTS = join(import.meta.dirname, '../../../../web/dist/trusted-documents.json');
const BOUNDARY = 'kith';
// Of the query of a list.
const MOST_EXPENSIVE: Readonly<Record<string, string>> = {
  limit: '200',
  offset: '0',
  search: 'o'.repeat(100),
  query: 'ebb+'.repeat(40),
};

/** What the sender owns, by the names that path parameters and variables have; `bearer` is its session. */
export interface Attacker {
  readonly bearer: string;
  readonly ids: Readonly<Record<string, string>>;
}

export interface Attackers {
  /** Keeps its session and resources. */
  readonly lasting: Attacker;
  /** For requests that delete resources. */
  readonly passing: Attacker;
  /** Has no plan, so that it can buy one. */
  readonly free: Attacker;
  /** An administrator, whose requests concern a user who sends none. */
  readonly administrator: Attacker;
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema?: { readonly maximum?: number };
  }[];
  readonly security?: readonly unknown[];
}
export type OpenApi = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const ENDS_SESSION =
  /logout|end-all|end-impersonation|\/auth\/account|\/password$|^mutation (?:EndAllSessions|Log_?[Oo]ut|ChangePassword|DeleteAccount)$/;
const DELETES = /^DELETE|^mutation (?:Delete|Unlearn|Remove|EndSession)/;
/** Of these there is one of each kind in a bot. */
const MADE_ONCE = /^POST \/api\/bots\/\{botId\}\/(?:systems|commands)$/;
const idIn = (text: string): string => /"(?:systemId|id)":"([^"]+)"/.exec(text)?.[1] ?? '';
const IS_ADMINISTRATION =
  / \/api\/admin\/(?!end-)|^query (?:Accounts|Admins|AdminStats|AuditLog)$|^mutation (?:SetUserPlan|GrantCredits|GrantAdmin|RevokeAdmin)$/;

const BUYS_PLAN = / \/api\/(?:subscriptions\/upgrade|create-checkout-session)$|^mutation CheckoutPlan$/;

function attackerFor(name: string, { lasting, passing, free, administrator }: Attackers): Attacker {
  if (BUYS_PLAN.test(name)) return free;
  if (IS_ADMINISTRATION.test(name)) return administrator;
  return DELETES.test(name) ? passing : lasting;
}

/** For each route the most expensive request that its limits allow: the largest valid input, and the largest body of any shape. */
export function restRequests(paths: OpenApi, attackers: Attackers): Repeatable[] {
  return Object.entries(paths).flatMap(([pattern, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${pattern}`;
      const attacker = attackerFor(name, attackers);
      const path = pattern
        // Whose name the requests to change a bot leave as it is.
        .replace('{botId}/reset', '{secondBotId}/reset')
        .replace('{itemId}/file', '{fileItemId}/file')
        .replace('assets/{name}', 'assets/swagger-ui-bundle.js')
        .replace(/\{(\w+)\}/g, (_match, id: string) => attacker.ids[id] ?? randomUUID());
      const search = (operation.parameters ?? [])
        .filter((one) => one.in === 'query')
        .flatMap(({ name: key, schema }) => {
          const value = key === 'limit' ? (schema?.maximum ?? MOST_EXPENSIVE[key]) : MOST_EXPENSIVE[key];
          return value === undefined ? [] : [`${key}=${value}`];
        })
        .join('&');
      const base = {
        name,
        method: method.toUpperCase(),
        path: search === '' ? path : `${path}?${search}`,
        headers: { authorization: `Bearer ${attacker.bearer}` },
        endsSession: ENDS_SESSION.test(name),
        ...(MADE_ONCE.test(name) && { madeAt: (text: string) => `${path}/${idIn(text)}` }),
      };
      return bodiesOf(name, operation).map(({ label, headers, body }) => ({
        ...base,
        name: label === undefined ? name : `${name} (${label})`,
        headers: { ...base.headers, ...headers },
        ...(body !== undefined && { body }),
      }));
    }),
  );
}

interface Body {
  readonly label?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Repeatable['body'];
}

function bodiesOf(name: string, { requestBody, security = [] }: Operation): Body[] {
  const json = requestBody?.content['application/json']?.schema;
  const limit = security.length === 0 ? 16_384 : name.includes('/knowledge') ? MB : 131_072;
  if (name.endsWith('/webhooks/stripe'))
    return [{ label: '256 KB', headers: { 'stripe-signature': 't=1,v1=0' }, body: `{"x":"${'\\u0041'.repeat(43_000)}"}` }];
  const forms: Body[] = [];
  if (requestBody?.content['multipart/form-data']) {
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    forms.push({ label: 'form of 10 MB', headers, body: aForm(10 * MB - 1000) });
  }
  if (/^POST .*\/chat(\/stream)?$/.test(name))
    forms.push({ label: 'attachments of 50 MB', body: Buffer.from(aMessage()), headers: { 'content-type': 'application/json' } });
  if (!json) return forms.length > 0 ? forms : [{}];
  const valid = JSON.stringify(VALID[name] ?? largest(json));
  return [
    // First, because messages are limited by the minute.
    ...forms,
    { label: 'largest input', body: name.includes('/auth/register') ? () => aRegistration() : valid },
    { label: 'largest body', body: manyKeys(limit) },
  ];
}

const aRegistration = (): string => {
  const username = `a-${randomUUID().slice(0, 18)}`;
  return JSON.stringify({ username, email: `${username}@example.test`, password: 'x'.repeat(128) });
};

/** An object of as many entries as are accepted, and escaped characters up to the size. */
function manyKeys(bytes: number): string {
  const entries = Math.min(1900, Math.floor(bytes / 12));
  const keys = Array.from({ length: entries }, (_, at) => `"k${at.toString(36)}":1`).join(',');
  return `{${keys},"x":"${'\\u0041'.repeat(Math.max(0, Math.floor((bytes - keys.length - 20) / 6)))}"}`;
}

/** The text of a chat message comes before its file. */
function aForm(bytes: number): Buffer {
  const message = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="message"\r\n\r\nWhen?\r\n`;
  const head = `${message}--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n`;
  const text = 'High water at noon. '.repeat(Math.ceil(bytes / 20)).slice(0, bytes);
  return Buffer.from(`${head}${text}\r\n--${BOUNDARY}--\r\n`);
}

function aMessage(): string {
  const data = `data:text/plain;base64,${Buffer.alloc(10 * MB - 10, 65).toString('base64')}`;
  const attachments = Array.from({ length: 5 }, (_, at) => ({ name: `${at}.txt`, type: 'text/plain', data }));
  return JSON.stringify({ message: 'When?', attachments });
}

export interface InputTypes {
  readonly types: ReadonlyMap<string, readonly { readonly name: string; readonly type: TypeRef }[]>;
}
export interface TypeRef {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType: TypeRef | null;
}

/** Each document of the web app with the largest variables; queries and mutations only. */
export function documentRequests(attackers: Attackers, { types }: InputTypes, schemas: OpenApi): Repeatable[] {
  const documents = Object.entries(JSON.parse(readFileSync(TRUSTED_DOCUMENTS, 'utf8')) as Record<string, string>);
  const fields = fieldSchemas(schemas);
  return documents.flatMap(([sha256Hash, text]) => {
    const operation = parse(text).definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
    if (!operation || operation.operation === 'subscription') return [];
    const name = `${operation.operation} ${operation.name?.value}`;
    const attacker = attackerFor(name, attackers);
    const valueOf = (key: string, type: string): unknown => {
      if (VALUE_OF_FIELD.has(key)) return VALUE_OF_FIELD.get(key);
      return attacker.ids[key] ?? MOST_EXPENSIVE_NUMBERS[key] ?? VALUE_OF_TYPE[type] ?? inputOf(type, key);
    };
    const inputOf = (type: string, key: string): unknown => {
      const input = types.get(type);
      if (input) return Object.fromEntries(input.map((one) => [one.name, valueOf(one.name, nameOf(one.type))]));
      // Enumerations: only the schema knows their values, and no document requires one.
      if (!['String', 'ID', 'JSON'].includes(type)) return undefined;
      return fields.has(key) ? largest(fields.get(key) ?? {}) : 'o'.repeat(100);
    };
    const variables = Object.fromEntries(
      (operation.variableDefinitions ?? []).map(({ variable, type }) => [
        variable.name.value,
        valueOf(variable.name.value, bare(type)),
      ]),
    );
    const body = JSON.stringify({
      variables: { ...variables, ...VALID[name] },
      extensions: { persistedQuery: { version: 1, sha256Hash } },
    });
    const headers = { authorization: `Bearer ${attacker.bearer}` };
    return [{ name, method: 'POST', path: '/graphql', headers, body, endsSession: ENDS_SESSION.test(name) }];
  });
}

const MOST_EXPENSIVE_NUMBERS: Readonly<Record<string, unknown>> = { limit: 200, offset: 0, credits: 1 };
const VALUE_OF_TYPE: Readonly<Record<string, unknown>> = { Boolean: true, Int: 1, Float: 1 };
const bare = (type: TypeNode): string => print(type).replace(/[[\]!]/g, '');
const nameOf = ({ name, ofType }: TypeRef): string => name ?? (ofType ? nameOf(ofType) : '');

/** The schemas of the fields of all bodies by name: REST and GraphQL share them. */
function fieldSchemas(paths: OpenApi): Map<string, Schema> {
  const bodies = Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ requestBody }) => requestBody?.content['application/json']?.schema ?? []),
  );
  return new Map(bodies.flatMap(({ properties = {} }) => Object.entries(properties)));
}
