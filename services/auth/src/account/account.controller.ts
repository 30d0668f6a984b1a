import { Handle } from '@kith/kit';
import { auth, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { PasswordService } from '../passwords/password.service.js';
import { AccountRemovalService } from './account-removal.service.js';
import { ModelAccessService } from './model-access.service.js';
import { ProfileService } from './profile.service.js';
import { SettingsService } from './settings.service.js';

@Controller()
export class AccountController {
  constructor(
    private readonly profiles: ProfileService,
    private readonly passwords: PasswordService,
    private readonly settings: SettingsService,
    private readonly modelAccess: ModelAccessService,
    private readonly removals: AccountRemovalService,
  ) {}

  @Handle(auth.profile)
  profile(input: ParsedInputOf<typeof auth.profile>) {
    return this.profiles.change(input);
  }

  @Handle(auth.password)
  password(input: ParsedInputOf<typeof auth.password>) {
    return this.passwords.change(input);
  }

  @Handle(auth.notificationSettings)
  notificationSettings(input: ParsedInputOf<typeof auth.notificationSettings>) {
    return this.settings.changeNotifications(input);
  }

  @Handle(auth.apiSettings)
  apiSettings(input: ParsedInputOf<typeof auth.apiSettings>) {
    return this.settings.changeApi(input);
  }

  @Handle(auth.modelAccess)
  accessToModels(input: ParsedInputOf<typeof auth.modelAccess>) {
    return this.modelAccess.of(input);
  }

  @Handle(auth.reportApiKey)
  reportApiKey(input: ParsedInputOf<typeof auth.reportApiKey>) {
    return this.modelAccess.report(input);
  }

  @Handle(auth.removeAccount)
  removeAccount(input: ParsedInputOf<typeof auth.removeAccount>) {
    return this.removals.remove(input);
  }
}
