import { directionOf, Keyring, nearness, Pause } from '@kith/kit';
import type { Plan } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { EmbeddingsService } from '../embeddings/embeddings.service.js';
import { openedDirection, sealedVector } from '../embeddings/sealed-vectors.js';

/** Questions that the model is asked about in one look at the inbox; the others are compared by words. */
export const MAX_ASKED = 256;
/** How long one look may take: its owner waits for the inbox meanwhile. */
const MAX_LOOK_MS = 2000;
const PER_REQUEST = 16;
/** The groups that questions are compared with by meaning: the latest ones. */
const MAX_COMPARED = 2000;
/** Vectors that are read with one statement. */
const OPENED_AT_ONCE = 100;
/** Two questions mean the same from this far on the way between the highest cosine of the unlike questions below (0) and that of equal texts (1). */
const SHARE_OF_LIKENESS = 0.5;
/** Questions about different things: which cosine means "near" differs from model to model. */
const UNLIKE_QUESTIONS: readonly string[] = [
  'When does the shop open?',
  'How do I reset my password?',
  'Which keyboard should I buy?',
  'Is there a bus to the airport?',
  'Wo bekomme ich eine Rechnung?',
  'Darf mein Hund mitkommen?',
  'Wie lange dauert der Versand?',
  'Welche Spiele gibt es am Freitag?',
  '怎么加入服务器？',
  '门票多少钱？',
  '这个机器人是谁做的？',
  '可以带孩子来吗？',
  '¿Dónde está la oficina?',
  'Quels sont les ingrédients du gâteau ?',
  'Как отменить подписку?',
  '新しい曲はいつ出ますか？',
];

/** Whose questions are compared. */
export interface Owner {
  readonly botId: string;
  readonly ownerId: string;
  readonly ownerPlan: Plan;
}

/** What of one look is used up. */
export interface Look {
  readonly endsAt: number;
  /** Provider and model. */
  readonly model: string | undefined;
  asked: number;
  hasFailed: boolean;
  /** Whether the model answered or messages were grouped: one that did neither in all of its time leaves nothing for the next one. */
  hasProgress: boolean;
}

/** The directions of questions, by their id, of one model. */
export interface Meanings {
  readonly model: string;
  readonly minCosine: number;
  readonly directions: ReadonlyMap<string, Float32Array>;
  /** The first question for which no time was left; it and those behind it wait for the next look. */
  readonly firstLate?: string | undefined;
}

interface Calibration {
  readonly model: string;
  readonly dimension: number;
  readonly minCosine: number;
}

interface KeptDirections {
  readonly directions: ReadonlyMap<string, Float32Array>;
  readonly taken: ReadonlySet<string>;
}

/** What questions of the inbox mean, by the operator's embeddings model (docs/decisions.md T15). */
@Injectable()
export class QuestionMeanings {
  private calibrated: Calibration | undefined;

  constructor(
    private readonly embeddings: EmbeddingsService,
    private readonly keyring: Keyring,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  get isOn(): boolean {
    return this.embeddings.model !== undefined;
  }

  begin(): Look {
    const { model } = this.embeddings;
    return { endsAt: performance.now() + MAX_LOOK_MS, model, asked: 0, hasFailed: model === undefined, hasProgress: false };
  }

  /**
   * Null without a model, while it does not answer, and where texts of this owner's bots are not sent to it. Texts beyond what a look may ask, and
   * those behind a failure, are left out.
   */
  async of(
    owner: Owner,
    look: Look,
    questions: readonly { readonly id: string; readonly text: string }[],
  ): Promise<Meanings | null> {
    const { model } = look;
    const asked = questions.slice(0, Math.max(0, MAX_ASKED - look.asked));
    if (!model || look.hasFailed || asked.length === 0) return null;
    const directions = new Map<string, Float32Array>();
    const isLate = () => performance.now() >= look.endsAt && look.hasProgress;
    let calibration: Calibration | undefined;
    try {
      // First: without it nothing that the model answers is of use.
      calibration = await this.calibration(owner, look);
      for (let from = 0; from < asked.length && performance.now() < look.endsAt; from += PER_REQUEST) {
        const some = asked.slice(from, from + PER_REQUEST);
        // oxlint-disable-next-line no-await-in-loop
        const vectors = await this.ask(
          owner,
          look,
          some.map(({ text }) => text),
        );
        look.asked += some.length;
        // oxlint-disable-next-line no-await-in-loop
        calibration = await this.calibration(owner, look, vectors[0]?.length);
        for (const [at, vector] of vectors.entries()) directions.set(some[at]?.id ?? '', directionOf(vector));
      }
    } catch {
      // Words do until the model answers again; that it failed is logged where it was asked.
      look.hasFailed = !isLate();
    }
    const firstLate = isLate() ? asked.find(({ id }) => !directions.has(id))?.id : undefined;
    if (directions.size === 0 && firstLate === undefined) return null;
    return { model, minCosine: calibration?.minCosine ?? 1, directions, firstLate };
  }

  /** What is kept of the groups of a bot: the directions of the latest ones, and which groups have any. Those of another model are deleted. */
  async ofGroups(botId: string, model: string): Promise<KeptDirections> {
    await this.drop(this.database, { botId, model });
    const all = await this.database.query<{ id: string }[]>(
      `select v.inbox_id as id from chat.question_vector v join chat.inbox_question q on q.id = v.inbox_id
       where v.bot_id = $1 order by q.last_at desc nulls last, q.id`,
      [botId],
    );
    const directions = new Map<string, Float32Array>();
    const pause = new Pause();
    for (let from = 0; from < Math.min(all.length, MAX_COMPARED); from += OPENED_AT_ONCE) {
      // Opening all of them at once would keep every other user waiting.
      // oxlint-disable-next-line no-await-in-loop
      const rows = await this.database.query<{ id: string; vector: string }[]>(
        'select inbox_id as id, vector from chat.question_vector where model = $1 and inbox_id = any ($2)',
        [model, all.slice(from, Math.min(from + OPENED_AT_ONCE, MAX_COMPARED)).map(({ id }) => id)],
      );
      for (const { id, vector } of rows) {
        directions.set(id, openedDirection(this.keyring, vector, placeOf(id)));
        // oxlint-disable-next-line no-await-in-loop
        await pause.ifDue();
      }
    }
    return { directions, taken: new Set(all.map(({ id }) => id)) };
  }

  /** Encrypts the directions of messages as those of their groups, which have none; what is to run in the transaction that stores the groups. */
  async keeping(
    { botId, ownerId }: Owner,
    model: string,
    directed: readonly { readonly groupId: string; readonly messageId: string; readonly direction: Float32Array }[],
  ): Promise<(transaction: EntityManager) => Promise<void>> {
    const sealed: string[] = [];
    const pause = new Pause();
    for (const { groupId, direction } of directed) {
      sealed.push(sealedVector(this.keyring, direction, placeOf(groupId)));
      // oxlint-disable-next-line no-await-in-loop
      await pause.ifDue();
    }
    return async (transaction) => {
      if (directed.length === 0) return;
      await transaction.query(
        // Another look may have kept one for a group since.
        `insert into chat.question_vector (bot_id, owner_id, model, inbox_id, message_id, dimension, vector)
         select $1, $2, $3, * from unnest($4::uuid[], $5::uuid[], $6::int[], $7::text[]) on conflict (inbox_id) do nothing`,
        [
          botId,
          ownerId,
          model,
          directed.map(({ groupId }) => groupId),
          directed.map(({ messageId }) => messageId),
          directed.map(({ direction }) => direction.length),
          sealed,
        ],
      );
    };
  }

  /**
   * Deletes those of messages that left their group, and of other models, of one bot or of all; those of deleted messages go with them. One that is
   * locked is left for the next time: waiting for who deletes its message could form a deadlock.
   */
  async drop(
    within: Pick<EntityManager, 'query'> = this.database,
    { botId = null, model = null }: { readonly botId?: string | null; readonly model?: string | null } = {},
  ): Promise<void> {
    await within.query(
      `delete from chat.question_vector where inbox_id in (
         select v.inbox_id from chat.question_vector v where ($1::uuid is null or v.bot_id = $1)
           and (v.model <> $2 or not exists (
             select 1 from chat.message m where m.id = v.message_id and m.inbox_id = v.inbox_id and m.state = 'delivered'))
         for update skip locked)`,
      [botId, model],
    );
  }

  /** Asks the model unless it did before. Throws when its vectors are of another dimension than those that it gave for questions. */
  private async calibration(owner: Owner, look: Look, given?: number): Promise<Calibration> {
    const known = this.calibrated?.model === look.model ? this.calibrated : undefined;
    const dimension = given ?? known?.dimension;
    if (known && known.dimension === dimension) return known;
    const directions = (await this.ask(owner, look, UNLIKE_QUESTIONS)).map(directionOf);
    const found = directions[0]?.length ?? 0;
    // Another server behind the name of the model.
    if (found !== (dimension ?? found)) throw new Error('dimension');
    const nearest = directions.flatMap((one, at) => directions.slice(at + 1).map((other) => nearness(one, other)));
    const most = Math.max(...nearest);
    const calibration = { model: look.model ?? '', dimension: found, minCosine: most + SHARE_OF_LIKENESS * (1 - most) };
    this.calibrated = calibration;
    return calibration;
  }

  /** Throws where the model does not answer in time, and where texts of this owner's bots are not sent to it. */
  private async ask({ ownerId, ownerPlan }: Owner, look: Look, texts: readonly string[]): Promise<Float32Array[]> {
    const timeoutMs = Math.max(1, Math.ceil(look.endsAt - performance.now()));
    const vectors = await this.embeddings.grouped({ ownerId, ownerPlan, texts, model: look.model, timeoutMs });
    if (!vectors) throw new Error('not sent');
    look.hasProgress = true;
    return vectors;
  }
}

/** Encrypted for its place, so that none can be moved to another group. */
const placeOf = (groupId: string): string => `chat.question_vector.vector.${groupId}`;
