import { CALLS, FORM_TRAITS, SYSTEMS, type Call } from '@kith/proto';
import { z } from 'zod';

const WEB = new URL('../../../../web/src/features/', import.meta.url);

/** Calls that no person makes with a control: of other programs, of the browser itself, or while typing. */
const WITHOUT_CONTROL: readonly string[] = [
  'auth.resolve',
  'auth.signInOptions',
  'billing.webhook',
  'discordSignIn.finish',
  'discordSignIn.finishLink',
  'sandbox.checkSyntax',
];
/** Fields that say what is meant, or who asks from where; a screen fills them in by itself. */
const FILLED_IN: readonly string[] = [
  ...'actor origin hash parentHash kind idempotencyKey version expectedVersion upTo before after limit offset cursor'.split(' '),
  ...'userId botId itemId commandId botCommandId sessionId accessKeyId notificationId requestId newsId'.split(' '),
  ...'checkoutId helloId changeId factId paymentId systemId imageId questionId answerId conversationId botIds reset file'.split(
    ' ',
  ),
];
/** The two forms of a bot have the same controls. */
const areaOf = (call: string): string => (call === 'bots.create' || call === 'bots.update' ? 'bot' : call);

/**
 * Every control, derived from the contracts: `<call>.<field>`, also of searches and filters; `bot.<setting>` for the forms of a bot; each
 * trait and each setting of a system of its own.
 */
export async function declaredControls(): Promise<ReadonlySet<string>> {
  const { DIALS } = (await import(new URL('bots/bot-values.ts', WEB).href)) as { readonly DIALS: readonly string[] };
  const traits = [...FORM_TRAITS.map(({ name }) => name), ...DIALS].map((name) => `bot.personality.${name}`);
  const systems = SYSTEMS.flatMap(({ id, settings = {} }) =>
    Object.keys(settings).map((name) => `systems.configure.${id}.${name}`),
  );
  const calls: readonly Call[] = CALLS;
  const fields = calls
    .filter((call) => call.callers.includes('gateway') && !WITHOUT_CONTROL.includes(call.name))
    .flatMap((call) => fieldsOf(call.input).map((field) => `${areaOf(call.name)}.${field}`))
    .filter((control) => control !== 'bot.personality' && control !== 'systems.configure.settings');
  return new Set([...fields, ...traits, ...systems]);
}

function fieldsOf(schema: z.ZodType, path = ''): string[] {
  const inner = withoutWrappers(schema);
  if (!(inner instanceof z.ZodObject)) return [path];
  return Object.entries(inner.shape as Readonly<Record<string, z.ZodType>>)
    .filter(([name]) => path !== '' || !FILLED_IN.includes(name))
    .flatMap(([name, field]) => fieldsOf(field, path === '' ? name : `${path}.${name}`));
}

function withoutWrappers(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return withoutWrappers(schema.in as z.ZodType);
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;
  return isWrapped ? withoutWrappers(schema.unwrap() as z.ZodType) : schema;
}
