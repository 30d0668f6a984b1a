import { CONFIG, type Config } from '@kith/kit';
import type { Actor, auth, OutputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Actors } from '../http/actors.js';
import { forgetCookie, keepCookie, type Credential } from '../http/credentials.js';

type SignedIn = OutputOf<typeof auth.login>;

/** What the beginning and the end of a session mean for the browser and for this door. */
@Injectable()
export class Sessions {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly actors: Actors,
  ) {}

  /** Sets the cookie; what is answered is the rest: scripts shall not see the cookie. */
  begin<S extends SignedIn>({ cookie, ...rest }: S, reply: FastifyReply): Omit<S, 'cookie'> {
    keepCookie(reply, this.config, cookie);
    return rest;
  }

  /** Clears the cookie. The announcement of the end takes a moment; through this door the user's sessions are looked up again now. */
  end<A>(answer: A, reply: FastifyReply, userId?: string): A {
    if (userId !== undefined) this.actors.drop(userId);
    forgetCookie(reply, this.config);
    return answer;
  }

  /** One session of the actor is over: the cookie goes with its own only. */
  endOne<A>(answer: A, reply: FastifyReply, { actor, sessionId }: { readonly actor: Actor; readonly sessionId: string }): A {
    return sessionId === actor.sessionId ? this.end(answer, reply, actor.userId) : this.recheck(answer, actor.userId);
  }

  /** Looks the user's sessions up again, now. */
  recheck<A>(answer: A, userId: string): A {
    this.actors.drop(userId);
    return answer;
  }

  /** Looks one session up again, now. */
  forget(credential: Credential): void {
    this.actors.forget(credential);
  }
}
