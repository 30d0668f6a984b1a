import { Events, growingCache, RpcClient } from '@kith/kit';
import { AppError, auth, events, type Actor } from '@kith/proto';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Credential } from './credentials.js';

const TTL_MS = 10_000;
const MAX_ENTRIES = 10_000;

interface Entry {
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

/** The actor of each credential, resolved by the auth service, cached for 10 s and invalidated as soon as the session or user changes. */
@Injectable()
export class SessionCache implements OnModuleInit, OnModuleDestroy {
  private readonly entries = growingCache<Entry>(MAX_ENTRIES);
  private readonly listeners = new Set<SessionListener>();
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
    return entry.actor;
  }

  /** Drops the cached sessions of a user and notifies the listeners of those that have ended. */
  invalidateUser(userId: string): void {
    for (const [key, entry] of Array.from(this.entries)) {
      // A pending answer may have been given before the change.
      if (entry.userId === userId || entry.userId === undefined) this.entries.delete(key);
    }
    for (const listener of this.listeners) {
      if (listener.userId === userId) void this.notifyIfEnded(listener);
    }
  }

  /** Drops the cached session of a credential and notifies its listeners if it has ended. */
  invalidate(credential: Credential): void {
    this.entries.delete(keyOf(credential));
    for (const listener of this.listeners) {
      if (keyOf(listener.credential) === keyOf(credential)) void this.notifyIfEnded(listener);
    }
  }

  /** Calls `onEnd` when the session of the credential is found to have ended. Returns a function that unsubscribes. */
  onSessionEnd(listener: SessionListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
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
    const entry: Entry = { actor, expiresAt: Date.now() + TTL_MS };
    actor.then(
      ({ userId }) => {
        entry.userId = userId;
      },
      () => {
        if (this.entries.peek(key) === entry) this.entries.delete(key);
      },
    );
    return entry;
  }
}

const keyOf = ({ kind, hash }: Credential): string => `${kind}:${hash}`;
