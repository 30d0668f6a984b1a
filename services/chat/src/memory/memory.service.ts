import { RpcClient } from '@kith/kit';
import {
  AppError,
  bots,
  refuseImpersonation,
  type Actor,
  type memory,
  type Memory,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { factOf } from './fact.js';
import { MemoryClearing } from './memory-clearing.js';
import { MemoryStore, type Person, type StoredFact } from './memory-store.js';
import { scopesAt, TEST_CHAT } from './memory-scopes.js';

type In<Name extends keyof typeof memory> = ParsedInputOf<(typeof memory)[Name]>;

/** A person and the scopes in which they look at what is remembered of them. */
interface Remembered {
  readonly person: Person;
  readonly scopes: readonly string[];
}

const CLEARED = 'Everything that your companion remembered of the members of Discord is deleted.';
const BEING_CLEARED =
  'What your companion remembered of the members of Discord is being deleted. It is a lot: the rest follows in the next minutes.';
const UNUSABLE = 'This looks like a password or a key. Companions do not remember those.';

/** What people see and change of what is remembered of them; the owner of a bot sees only how much it is (docs/security.md S81). */
@Injectable()
export class MemoryService {
  constructor(
    private readonly rpc: RpcClient,
    private readonly store: MemoryStore,
    private readonly clearing: MemoryClearing,
  ) {}

  async overview({ actor, botId }: In<'overview'>): Promise<OutputOf<typeof memory.overview>> {
    await this.requireOwner(actor, botId);
    const [{ preferences }, counts] = await Promise.all([this.rpc.ask(bots.persona, { botId }), this.store.counts(botId)]);
    return { isOn: preferences.rememberInteractions, ...counts };
  }

  async clear({ actor, botId }: In<'clear'>): Promise<OutputOf<typeof memory.clear>> {
    refuseImpersonation(actor);
    await this.requireOwner(actor, botId);
    const isDone = await this.clearing.clear(botId, actor.userId);
    return { message: isDone ? CLEARED : BEING_CLEARED };
  }

  async own({ actor, botId }: In<'own'>): Promise<Memory> {
    await this.requireOwner(actor, botId);
    return this.read(inTestChat(actor, botId));
  }

  async saveOwn({ actor, botId, factId, key, value }: In<'saveOwn'>): Promise<Memory> {
    await this.requireOwner(actor, botId);
    const fact = usable(key, value);
    const remembered = inTestChat(actor, botId);
    const { person } = remembered;
    await this.store.locked(botId, async (transaction) => {
      const memoryId = await this.store.ensure(transaction, person, actor.userId, TEST_CHAT);
      if (factId) await this.store.remove(transaction, [await this.found(remembered, factId)]);
      await this.store.keep(transaction, person, {
        ownerId: actor.userId,
        memoryId,
        facts: [fact],
        origin: 'owner',
        requestId: null,
      });
    });
    return this.read(remembered);
  }

  async forgetOwn({ actor, botId, factId }: In<'forgetOwn'>): Promise<Memory> {
    await this.requireOwner(actor, botId);
    return this.delete(inTestChat(actor, botId), factId);
  }

  ofMember(input: In<'ofMember'>): Promise<Memory> {
    return this.read(onDiscord(input));
  }

  /** The fact keeps its key; what a model said of it in the summary is dropped. */
  async correct({ factId, value, ...input }: In<'correct'>): Promise<Memory> {
    const remembered = onDiscord(input);
    const { person } = remembered;
    await this.store.locked(person.botId, async (transaction) => {
      const fact = await this.found(remembered, factId);
      const corrected = usable(fact.key, value);
      await this.store.remove(transaction, [fact]);
      const { memoryId, ownerId } = fact;
      await this.store.keep(transaction, person, { ownerId, memoryId, facts: [corrected], origin: 'said', requestId: null });
    });
    return this.read(remembered);
  }

  forget({ factId, ...input }: In<'forget'>): Promise<Memory> {
    return this.delete(onDiscord(input), factId);
  }

  private async read({ person, scopes }: Remembered): Promise<Memory> {
    const { facts, summaries } = await this.store.known(person, scopes);
    return {
      facts: facts.map(({ id, key, value, origin, saidAt }) => ({ id, key, value, origin, saidAt: saidAt.toISOString() })),
      summary: summaries.length === 0 ? null : summaries.join(' '),
    };
  }

  /** One that is gone already is deleted. */
  private async delete(remembered: Remembered, factId: string | null): Promise<Memory> {
    const { person, scopes } = remembered;
    await this.store.locked(person.botId, async (transaction) => {
      if (factId === null) return this.store.clear(transaction, person, scopes);
      const facts = await this.store.facts(person, scopes, transaction);
      return this.store.remove(
        transaction,
        facts.filter(({ id }) => id === factId),
      );
    });
    return this.read(remembered);
  }

  private async found({ person, scopes }: Remembered, factId: string): Promise<StoredFact> {
    const fact = (await this.store.facts(person, scopes)).find(({ id }) => id === factId);
    if (!fact) throw new AppError('NOT_FOUND');
    return fact;
  }

  private async requireOwner(actor: Actor, botId: string): Promise<void> {
    await this.rpc.ask(bots.owned, { actor, botId });
  }
}

const inTestChat = ({ userId }: Actor, botId: string): Remembered => ({ person: { botId, member: userId }, scopes: [TEST_CHAT] });

const onDiscord = ({ botId, memberId, place }: In<'ofMember'>): Remembered => ({
  person: { botId, member: memberId },
  scopes: scopesAt(place),
});

function usable(key: string, value: string) {
  const fact = factOf(key, value);
  if (!fact) throw new AppError('BAD_INPUT', UNUSABLE);
  return fact;
}
