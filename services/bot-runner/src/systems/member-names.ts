import { Keyring } from '@kith/kit';
import { Injectable } from '@nestjs/common';

/** Names of members as systems store them: encrypted, because they are personal. */
@Injectable()
export class MemberNames {
  constructor(private readonly keyring: Keyring) {}

  encrypt({ botId, memberId }: Named, name: string): string {
    return this.keyring.encrypt(name, placeOf(botId, memberId));
  }

  decrypt({ botId, memberId }: Named, stored: string): string {
    return this.keyring.decrypt(stored, placeOf(botId, memberId));
  }
}

interface Named {
  readonly botId: string;
  readonly memberId: string;
}

const placeOf = (botId: string, memberId: string): string => `runner.member-name.${botId}.${memberId}`;
