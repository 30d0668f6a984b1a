import { existsSync, readFileSync } from 'node:fs';
import { PLAN_PROMISES, type PlanPromiseId } from '@kith/proto';

const ROOT = new URL('../../../../', import.meta.url);
const MESSAGES = new URL('web/src/lib/messages/', ROOT);
const MAIL_TEXTS = new URL('services/auth/src/mail/mail-texts.ts', ROOT);

/** Something that people are told: a text of a screen, by its key in the message catalogue, or a sentence of a mail. */
export interface Claim {
  readonly key: string;
  readonly text: string;
}

/** Screens on which every text may promise something. */
const EVERY_TEXT = ['landing', 'promises', 'limit', 'pricing', 'upgrade'];
/** Files of the message catalogue in which whole sentences do, on whatever screen. */
const FILES_OF_SENTENCES = ['en-billing', 'en-settings', 'en-models', 'en-plans', 'en-plan-pages'];
const OTHER_SCREENS = ['sandbox', 'usage'];
const SENTENCE = /\p{L}.*\s.*[.!?](?:["”’)]*)$/u;
const MIN_MAIL_WORDS = 4;

/** Everything that landing, pricing, limit page, dialogs, settings, checkout and mails say. */
export async function readClaims(): Promise<Claim[]> {
  const { en } = (await import(new URL('en.ts', MESSAGES).href)) as { readonly en: object };
  const sentences = [...OTHER_SCREENS, ...(await Promise.all(FILES_OF_SENTENCES.map(screensIn))).flat()];
  const shown = leavesOf(en).filter(({ key, text }) => {
    const [screen = ''] = key.split('.');
    return EVERY_TEXT.includes(screen) || (sentences.includes(screen) && SENTENCE.test(text));
  });
  return [...shown, ...mailSentences()];
}

/** The screens whose texts a file of the message catalogue holds. */
async function screensIn(file: string): Promise<string[]> {
  const exported = (await import(new URL(`${file}.ts`, MESSAGES).href)) as Readonly<Record<string, object>>;
  return Object.values(exported).flatMap((messages) => Object.keys(messages));
}

function leavesOf(value: unknown, key = ''): Claim[] {
  if (typeof value === 'string') return [{ key, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, key === '' ? name : `${key}.${name}`));
}

/** The sentences in the templates of mails; the key of one is `mail` and its first words, with `…` for each value. */
function mailSentences(): Claim[] {
  const source = readFileSync(MAIL_TEXTS, 'utf8').replaceAll(/^\s*(?:\/\/|\/\*\*).*$/gm, '');
  const templates = [...source.matchAll(/`((?:[^`\\]|\\.)*)`/g)].map(([, template = '']) =>
    template.replaceAll(/\$\{[^}]*\}/g, '…'),
  );
  const sentences = templates.flatMap((template) => template.split(/(?<=[.:;])\s+|\n+/)).map((sentence) => sentence.trim());
  const claims = sentences.filter((text) => /[.]$/.test(text) && text.split(' ').length >= MIN_MAIL_WORDS);
  return claims.map((text) => ({ key: `mail: ${text.split(' ').slice(0, 6).join(' ')}`, text }));
}

/** A check as `<file> › <part of the name of a test>`. */
export type Proof = `${string} › ${string}`;

/** Why a proof proves nothing: its file or its test does not exist. */
export function problemOf(proof: string): string | undefined {
  const [file = '', name = ''] = proof.split(' › ');
  const url = new URL(file, ROOT);
  if (!existsSync(url)) return `${file} does not exist`;
  return readFileSync(url, 'utf8').includes(name) ? undefined : `${file} has no test "${name}"`;
}

/** For each promise of a plan the file that refuses or reduces it on the server, and the test that fails when it does not. */
export const PLAN_PROOFS: Readonly<Record<PlanPromiseId, { readonly enforcedBy: string; readonly provenBy: string }>> = {
  bots: {
    enforcedBy: 'services/bots/src/bots.service.ts',
    provenBy: 'services/bots/test/concurrency.spec.ts',
  },
  messages: {
    enforcedBy: 'services/chat/src/replies/charges.ts',
    provenBy: 'deploy/all-in-one/test/security/money.spec.ts',
  },
  models: {
    enforcedBy: 'services/chat/src/models/model-writer.ts',
    provenBy: 'services/chat/test/plan-gates.spec.ts',
  },
  traits: {
    enforcedBy: 'services/bots/src/bot-settings.ts',
    provenBy: 'services/bots/test/plan-changes.spec.ts',
  },
  knowledge: {
    enforcedBy: 'services/knowledge/src/items/plan-limits.ts',
    provenBy: 'services/knowledge/test/items.spec.ts',
  },
  memory: {
    enforcedBy: 'services/chat/src/replies/reply-pipeline.ts',
    provenBy: 'services/chat/test/plan-gates.spec.ts',
  },
  media: {
    enforcedBy: 'services/chat/src/test-chat/test-chat.service.ts',
    provenBy: 'services/chat/test/plan-gates.spec.ts',
  },
  images: {
    enforcedBy: 'services/chat/src/images/image-replies.ts',
    provenBy: 'services/chat/test/plan-gates.spec.ts',
  },
  commands: {
    enforcedBy: 'services/bots/src/commands/learned-commands.service.ts',
    provenBy: 'services/bots/test/commands.spec.ts',
  },
};

/** The promises of the plans, each with its test. */
export const planProofs = (): readonly (readonly [string, Proof])[] =>
  PLAN_PROMISES.flatMap(({ id }) =>
    ['landing', 'full', 'limit', 'upgrade'].map((page): [string, Proof] => [
      `promises.${page}.${id}.*`,
      `${PLAN_PROOFS[id].provenBy} › `,
    ]),
  );

/** Whether a pattern of a table stands for this key; `*` stands for the rest of it. */
export const fits = (pattern: string, key: string): boolean =>
  pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : pattern === key;
