import { Events, growingCache, RpcClient } from '@kith/kit';
import { AppError, auth, events, type Actor } from '@kith/proto';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Credential } from './credentials.js';

const TTL_MS = 10_000;
const MAX_ENTRIES = 10_000;

interface Entry {
  readonly key: string;
  readonly actor: Promise<Actor>;
  readonly expiresAt: number;
  /** Undefined until the auth service has answered. */
  userId?: string;
}

interface SessionListener {
  readonly credential: Credential;
  readonly userId: string;
  readonly onEnd: () => void;
}

/** Values by a key that several of them may have. */
class Groups<V> {
  private readonly groups = new Map<string, Set<V>>();

  of(key: string): V[] {
    return [...(this.groups.get(key) ?? [])];
  }

  add(key: string, value: V): void {
    const group = this.groups.get(key);
    if (group) group.add(value);
    else this.groups.set(key, new Set([value]));
  }

  remove(key: string, value: V): void {
    const group = this.groups.get(key);
    if (group?.delete(value) && group.size === 0) this.groups.delete(key);
  }
}

/** The actor of each credential, resolved by the auth service, cached for 10 s and invalidated as soon as the session or user changes. */
@Injectable()
export class SessionCache implements OnModuleInit, OnModuleDestroy {
  private readonly entries = growingCache<Entry>(MAX_ENTRIES, undefined, (entry) => this.forget(entry));
  // Of the entries above. When hundreds of users change at once, looking through all sessions for each of them would take seconds.
  private readonly ofUsers = new Groups<Entry>();
  private readonly unanswered = new Set<Entry>();
  private readonly listenersOfUsers = new Groups<SessionListener>();
  private readonly listenersOfKeys = new Groups<SessionListener>();
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly rpc: RpcClient,
    private readonly events: Events,
  ) {}

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.actorDropped, ({ userId }) => this.invalidateUser(userId));
  }

  onModuleDestroy(): void {
    this.unsubscribe?.();
  }

  /** The actor of a credential. Throws UNAUTHENTICATED when it has no valid session. */
  resolve(credential: Credential): Promise<Actor> {
    const key = keyOf(credential);
    const cached = this.entries.get(key);
    if (cached && cached.expiresAt > Date.now()) return cached.actor;
    const entry = this.fetch(key, credential);
    this.entries.set(key, entry);
    this.unanswered.add(entry);
    return entry.actor;
  }

  /** Drops the cached sessions of a user and notifies the listeners of those that have ended. */
  invalidateUser(userId: string): void {
    // A pending answer may have been given before the change.
    for (const { key } of [...this.unanswered, ...this.ofUsers.of(userId)]) this.entries.delete(key);
    for (const listener of this.listenersOfUsers.of(userId)) void this.notifyIfEnded(listener);
  }

  /** Drops the cached session of a credential and notifies its listeners if it has ended. */
  invalidate(credential: Credential): void {
    const key = keyOf(credential);
    this.entries.delete(key);
    for (const listener of this.listenersOfKeys.of(key)) void this.notifyIfEnded(listener);
  }

  /** Calls `onEnd` when the session of the credential is found to have ended. Returns a function that unsubscribes. */
  onSessionEnd(listener: SessionListener): () => void {
    const { userId } = listener;
    const key = keyOf(listener.credential);
    this.listenersOfUsers.add(userId, listener);
    this.listenersOfKeys.add(key, listener);
    return () => {
      this.listenersOfUsers.remove(userId, listener);
      this.listenersOfKeys.remove(key, listener);
    };
  }

  /** Looks the session up and calls `onEnd` if it has ended. Errors of the auth service are ignored: they say nothing about the session. */
  async notifyIfEnded(listener: SessionListener): Promise<void> {
    try {
      await this.resolve(listener.credential);
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') listener.onEnd();
    }
  }

  private fetch(key: string, credential: Credential): Entry {
    const actor = this.rpc.ask(auth.resolve, credential);
    const entry: Entry = { key, actor, expiresAt: Date.now() + TTL_MS };
    actor.then(
      ({ userId }) => {
        // One that was dropped before the answer came belongs to no list any more.
        if (!this.unanswered.delete(entry)) return;
        entry.userId = userId;
        this.ofUsers.add(userId, entry);
      },
      () => {
        if (this.entries.peek(key) === entry) this.entries.delete(key);
      },
    );
    return entry;
  }

  private forget(entry: Entry): void {
    this.unanswered.delete(entry);
    if (entry.userId !== undefined) this.ofUsers.remove(entry.userId, entry);
  }
}

const keyOf = ({ kind, hash }: Credential): string => `${kind}:${hash}`;
