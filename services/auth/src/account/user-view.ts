import { isAdmin, type Actor, type User } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { Plans } from '../plans.js';
import type { UserEntity } from '../user.entity.js';

/** A signed-in user as clients see it. */
@Injectable()
export class UserView {
  constructor(private readonly plans: Plans) {}

  async of(user: UserEntity, impersonator?: Actor['impersonator']): Promise<User> {
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
