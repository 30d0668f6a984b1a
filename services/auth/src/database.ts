import type { DatabaseSpec } from '@kith/kit';
import { AccessKeyEntity } from './access-keys/access-key.entity.js';
import { AUDIT_COUNT } from './audit/audit-count.js';
import { AuditEventEntity } from './audit/audit-event.entity.js';
import { DiscordLinkEntity } from './discord/discord-link.entity.js';
import { Auth1763712000000 } from './migrations/1763712000000-auth.js';
import { BroadcastEntity } from './notifications/broadcast.entity.js';
import { NEWS_COUNT } from './notifications/news-count.js';
import { NotificationEntity } from './notifications/notification.entity.js';
import { PasswordResetEntity } from './passwords/password-reset.entity.js';
import { SessionEntity } from './sessions/session.entity.js';
import { USER_COUNT } from './user-count.js';
import { UserEntity } from './user.entity.js';

/** What auth keeps in Postgres. */
export const database: DatabaseSpec = {
  schema: 'auth',
  entities: [
    UserEntity,
    SessionEntity,
    AccessKeyEntity,
    DiscordLinkEntity,
    PasswordResetEntity,
    AuditEventEntity,
    NotificationEntity,
    BroadcastEntity,
  ],
  migrations: [Auth1763712000000],
  counts: [USER_COUNT, AUDIT_COUNT, NEWS_COUNT],
  privileges: { audit_event: 'select', audit_head: 'select' },
};
