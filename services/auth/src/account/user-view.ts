import { PreparedStatement } from '@kith/kit';
import { AppError, isAdmin, type Actor, type User } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Plans } from '../plans.js';
import type { UserEntity } from '../user.entity.js';

/** What the view is made of. */
type Viewed = Pick<
  UserEntity,
  | 'id'
  | 'username'
  | 'email'
  | 'role'
  | 'defaultModelProvider'
  | 'apiKey'
  | 'apiKeyHint'
  | 'apiKeyProvider'
  | 'apiKeyState'
  | 'ownModel'
  | 'developerMode'
  | 'emailNotifications'
  | 'botStatusAlerts'
  | 'usageReports'
  | 'marketingUpdates'
>;

const FIND = new PreparedStatement<Viewed>(
  `select id, username, email, role, default_model_provider as "defaultModelProvider", api_key as "apiKey", api_key_hint as "apiKeyHint",
     api_key_provider as "apiKeyProvider", api_key_state as "apiKeyState", own_model as "ownModel", developer_mode as "developerMode",
     email_notifications as "emailNotifications", bot_status_alerts as "botStatusAlerts", usage_reports as "usageReports",
     marketing_updates as "marketingUpdates"
   from auth."user" where id = $1 and removed_at is null`,
);

/** A signed-in user as clients see it. */
@Injectable()
export class UserView {
  constructor(
    private readonly plans: Plans,
    private readonly database: DataSource,
  ) {}

  /** Throws UNAUTHENTICATED when the account was removed. */
  async ofActor({ userId, impersonator }: Actor): Promise<User> {
    const [user] = await FIND.rowsTogether(this.database, [userId]);
    if (!user) throw new AppError('UNAUTHENTICATED');
    return this.of(user, impersonator);
  }

  async of(user: Viewed, impersonator?: Actor['impersonator']): Promise<User> {
    const { id, username, email, role } = user;
    const { defaultModelProvider, apiKeyHint, apiKeyProvider, apiKeyState, ownModel, developerMode } = user;
    const { emailNotifications, botStatusAlerts, usageReports, marketingUpdates } = user;
    return {
      id,
      username,
      email,
      role,
      isAdmin: isAdmin(user),
      subscriptionPlan: await this.plans.of(id),
      impersonatedBy: impersonator ? { id: impersonator.userId, username: impersonator.username } : null,
      apiSettings: {
        defaultModelProvider,
        hasApiKey: user.apiKey !== null,
        apiKeyHint,
        apiKeyProvider,
        apiKeyState,
        ownModel,
        developerMode,
      },
      notificationSettings: { emailNotifications, botStatusAlerts, usageReports, marketingUpdates },
    };
  }
}
