import { createHash, randomBytes } from 'node:crypto';
import { Events } from '@kith/kit';
import { AppError, events, type Actor, type auth, type ParsedInputOf } from '@kith/proto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Plans } from './plans.js';
import { Session } from './session.entity.js';

type Origin = ParsedInputOf<typeof auth.login>['origin'];

// Idle and absolute end of a session (design: security, "Sessions, decided"; ASVS 7.3.1, 7.3.2).
const ALIVE = `session.last_used_at > now() - interval '7 days' and session.created_at > now() - interval '30 days'`;
const TOUCH_EVERY_MS = 60_000;
// More than anybody has browsers; whoever signs in over and over must not fill the table.
const MAX_PER_USER = 30;

@Injectable()
export class SessionsService implements OnApplicationBootstrap {
  constructor(
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
    private readonly plans: Plans,
    private readonly events: Events,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.removeEnded('true', {});
  }

  /** Opens a session. The two values exist nowhere else than in this answer. */
  async open(userId: string, origin: Origin): Promise<{ token: string; cookie: string }> {
    const token = newSecret();
    const cookie = newSecret();
    await this.removeEnded('user_id = :userId', { userId });
    await this.sessions.insert({
      userId,
      bearerHash: sha256(token),
      cookieHash: sha256(cookie),
      ip: storable(origin.ip),
      userAgent: storable(origin.userAgent),
    });
    await this.removeSurplus(userId);
    return { token, cookie };
  }

  async resolve(kind: 'bearer' | 'cookie', hash: string): Promise<Actor> {
    const session = await this.sessions
      .createQueryBuilder('session')
      .innerJoinAndSelect('session.user', 'user')
      .where(kind === 'bearer' ? 'session.bearerHash = :hash' : 'session.cookieHash = :hash', { hash })
      .andWhere(ALIVE)
      .getOne();
    if (!session) throw new AppError('UNAUTHENTICATED');
    const [plan] = await Promise.all([this.plans.of(session.userId), this.touch(session)]);
    const { username, role } = session.user;
    return { userId: session.userId, username, role, plan, sessionId: session.id };
  }

  async end(actor: Actor): Promise<{ message: string }> {
    await this.sessions.delete({ id: actor.sessionId, userId: actor.userId });
    await this.events.publish(events.actorDropped, { userId: actor.userId });
    return { message: 'You have been successfully logged out.' };
  }

  // Once a minute is exact enough for seven days, and spares a write per request.
  private async touch({ id, lastUsedAt }: Session): Promise<void> {
    if (Date.now() - lastUsedAt.getTime() < TOUCH_EVERY_MS) return;
    await this.sessions.update(id, { lastUsedAt: () => 'now()' });
  }

  private async removeSurplus(userId: string): Promise<void> {
    const { affected } = await this.sessions
      .createQueryBuilder('session')
      .delete()
      .where('user_id = :userId')
      .andWhere('id not in (select id from auth.session where user_id = :userId order by last_used_at desc, id limit :max)')
      .setParameters({ userId, max: MAX_PER_USER })
      .execute();
    if (affected) await this.events.publish(events.actorDropped, { userId });
  }

  private async removeEnded(whose: string, parameters: Record<string, string>): Promise<void> {
    await this.sessions.createQueryBuilder('session').delete().where(`not (${ALIVE}) and ${whose}`, parameters).execute();
  }
}

/** 256 bits, as 43 characters. */
const newSecret = (): string => randomBytes(32).toString('base64url');
const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');

// A header may hold what Postgres does not store: NUL, lone surrogates.
const storable = (header: string): string => Buffer.from(header.replaceAll('\0', '')).toString();
