import { Handle } from '@kith/kit';
import { runnerAccounts, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { AccountsService } from './accounts.service.js';

@Controller()
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Handle(runnerAccounts.account)
  account(input: ParsedInputOf<typeof runnerAccounts.account>) {
    return this.accounts.account(input);
  }

  @Handle(runnerAccounts.channels)
  channels(input: ParsedInputOf<typeof runnerAccounts.channels>) {
    return this.accounts.channels(input);
  }

  @Handle(runnerAccounts.updateProfile)
  updateProfile(input: ParsedInputOf<typeof runnerAccounts.updateProfile>) {
    return this.accounts.updateProfile(input);
  }

  @Handle(runnerAccounts.enableIntent)
  enableIntent(input: ParsedInputOf<typeof runnerAccounts.enableIntent>) {
    return this.accounts.enableIntent(input);
  }

  @Handle(runnerAccounts.sayHello)
  sayHello(input: ParsedInputOf<typeof runnerAccounts.sayHello>) {
    return this.accounts.sayHello(input);
  }
}
