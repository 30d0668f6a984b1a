import { Events, RpcClient } from '@kith/kit';
import { AppError, auth, events, type Actor } from '@kith/proto';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Credential } from './credentials.js';

const KEEP_MS = 10_000;
const MOST = 10_000;

interface Entry {
  readonly asked: Promise<Actor>;
  readonly until: number;
  /** Unknown while the service is being asked. */
  userId?: string;
}

interface Watch {
  readonly credential: Credential;
  readonly userId: string;
  readonly onEnd: () => void;
}

/** Who is behind a credential: asked from the auth service, kept for seconds, dropped at once when that changes. */
@Injectable()
export class Actors implements OnModuleInit, OnModuleDestroy {
  // A Map keeps the order of insertion: the first entry is the one that was used longest ago.
  private readonly entries = new Map<string, Entry>();
  private readonly watches = new Set<Watch>();
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly rpc: RpcClient,
    private readonly events: Events,
  ) {}

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.actorDropped, ({ userId }) => this.drop(userId));
  }

  onModuleDestroy(): void {
    this.unsubscribe?.();
  }

  /** The actor of a credential. Throws UNAUTHENTICATED when there is no such session. */
  of(credential: Credential): Promise<Actor> {
    const key = keyOf(credential);
    const known = this.entries.get(key);
    this.entries.delete(key);
    const entry = known && known.until > Date.now() ? known : this.ask(key, credential);
    this.entries.set(key, entry);
    if (this.entries.size > MOST) this.forgetOldest();
    return entry.asked;
  }

  /** Forgets what is known about a user, and ends what hangs on a session of theirs that is no more. */
  drop(userId: string): void {
    for (const [key, entry] of this.entries) {
      // An answer that is on its way may have been given before the change.
      if (entry.userId === userId || entry.userId === undefined) this.entries.delete(key);
    }
    for (const watch of this.watches) {
      if (watch.userId === userId) void this.check(watch);
    }
  }

  /** Forgets who is behind a credential, and ends what hangs on it if nobody is. */
  forget(credential: Credential): void {
    this.entries.delete(keyOf(credential));
    for (const watch of this.watches) {
      if (keyOf(watch.credential) === keyOf(credential)) void this.check(watch);
    }
  }

  /** Calls `onEnd` when the session behind the credential ends; the returned function ends that. */
  watch(watch: Watch): () => void {
    this.watches.add(watch);
    return () => this.watches.delete(watch);
  }

  private ask(key: string, credential: Credential): Entry {
    const asked = this.rpc.ask(auth.resolve, credential);
    const entry: Entry = { asked, until: Date.now() + KEEP_MS };
    asked.then(
      ({ userId }) => {
        entry.userId = userId;
      },
      () => {
        if (this.entries.get(key) === entry) this.entries.delete(key);
      },
    );
    return entry;
  }

  private forgetOldest(): void {
    const [oldest] = this.entries.keys();
    if (oldest !== undefined) this.entries.delete(oldest);
  }

  /** Calls `onEnd` when the session behind the credential is over. */
  async check(watch: Watch): Promise<void> {
    try {
      await this.of(watch.credential);
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') watch.onEnd();
    }
  }
}

const keyOf = ({ kind, hash }: Credential): string => `${kind}:${hash}`;
