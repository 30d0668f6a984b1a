import { readFileSync } from 'node:fs';
import { PLAN_PROMISES, type PlanPromiseId } from '@kith/proto';
import { missingTest } from '../test-titles.js';

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

/** A check as `<file> › <title of a test>`. */
export type Proof = `${string} › ${string}`;

/** Why a proof proves nothing: its file does not exist, or has no test with this title. */
export function problemOf(proof: string): string | undefined {
  const [file = '', ...title] = proof.split(' › ');
  return missingTest(file, title.join(' › '));
}

interface PlanProof {
  /** The file that refuses or reduces the promise on the server. */
  readonly enforcedBy: string;
  /** The test that fails when it does not. */
  readonly provenBy: Proof;
}

export const PLAN_PROOFS: Readonly<Record<PlanPromiseId, PlanProof>> = {
  bots: {
    enforcedBy: 'services/bots/src/bots.service.ts',
    provenBy:
      'deploy/all-in-one/test/security/money.spec.ts › of a hundred bots created at once only as many as the plan allows exist [S35]',
  },
  messages: {
    enforcedBy: 'services/chat/src/replies/charges.ts',
    provenBy:
      'deploy/all-in-one/test/security/money.spec.ts › of a hundred messages at once with one credit left one is answered and the balance is never negative [S35]',
  },
  models: {
    enforcedBy: 'services/chat/src/models/reply-writers.ts',
    provenBy:
      'services/chat/test/plan-gates.spec.ts › a bot with the latest model runs on the %s plan with %s, in the test chat and on Discord',
  },
  traits: {
    enforcedBy: 'services/bots/src/bot-settings.ts',
    provenBy: 'services/bots/test/bot-changes.spec.ts › drops the traits above the plan and returns their names [S34]',
  },
  knowledge: {
    enforcedBy: 'services/knowledge/src/items/plan-limits.ts',
    provenBy:
      'services/knowledge/test/items.spec.ts › let the free plan create, change and search five items per bot, and no sixth of any type [S34]',
  },
  memory: {
    enforcedBy: 'services/chat/src/replies/reply-pipeline.ts',
    provenBy:
      'services/chat/test/plan-gates.spec.ts › extended memory holds as much of a conversation as the %s plan has, and little more',
  },
  media: {
    enforcedBy: 'services/chat/src/test-chat/test-chat.service.ts',
    provenBy:
      'services/chat/test/plan-gates.spec.ts › files are refused on the free plan before anything is charged or read, and deleted [S34]',
  },
  images: {
    enforcedBy: 'services/chat/src/images/image-models.ts',
    provenBy: 'services/chat/test/plan-gates.spec.ts › no picture is drawn on the %s plan: the reply says why and costs nothing',
  },
  commands: {
    enforcedBy: 'services/bots/src/commands/learned-commands.service.ts',
    provenBy: 'services/bots/test/commands.spec.ts › that is a custom command cannot be enabled on the free plan [S34]',
  },
};

/** The promises of the plans, each with its test. */
export const planProofs = (): readonly (readonly [string, Proof])[] =>
  PLAN_PROMISES.flatMap(({ id }) =>
    ['landing', 'full', 'limit', 'upgrade'].map((page): [string, Proof] => [
      `promises.${page}.${id}.*`,
      PLAN_PROOFS[id].provenBy,
    ]),
  );

/** Whether a pattern of a table stands for this key; `*` stands for the rest of it. */
export const fits = (pattern: string, key: string): boolean =>
  pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : pattern === key;
