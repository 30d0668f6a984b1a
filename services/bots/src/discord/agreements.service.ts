import { AGREEMENT_VERSION } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { AgreementEntity } from './agreement.entity.js';

/** The service-provider agreement, which a user accepts by saving a Discord token. */
@Injectable()
export class Agreements {
  constructor(@InjectRepository(AgreementEntity) private readonly rows: Repository<AgreementEntity>) {}

  /** When the user accepted the current version; null when not yet. */
  async acceptedAt(userId: string): Promise<Date | null> {
    const row = await this.rows.findOneBy({ userId, version: AGREEMENT_VERSION });
    return row?.acceptedAt ?? null;
  }
}

/** Records that the user accepts the current version, in the transaction that stores the token. The first time stays. */
export async function acceptAgreement(manager: EntityManager, userId: string): Promise<void> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(AgreementEntity)
    .values({ userId, version: AGREEMENT_VERSION })
    .orIgnore()
    .updateEntity(false)
    .execute();
}
