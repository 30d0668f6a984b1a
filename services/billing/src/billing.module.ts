import { databaseModule } from '@kith/kit';
import { Module } from '@nestjs/common';
import { BillingController } from './billing.controller.js';
import { BillingService } from './billing.service.js';
import { Entitlement } from './entitlement.entity.js';
import { EntitlementsService } from './entitlements.service.js';
import { MeteringService } from './metering.service.js';
import { Metering1763712000000 } from './migrations/1763712000000-metering.js';
import { MeteringFunctions1763712000001 } from './migrations/1763712000001-metering-functions.js';
import { Entitlements1763712000002 } from './migrations/1763712000002-entitlements.js';
import { Charges1763712000003 } from './migrations/1763712000003-charges.js';
import { ReservationSweep } from './reservation-sweep.js';
import { UsageDay } from './usage-day.entity.js';
import { Wallet } from './wallet.entity.js';

@Module({
  imports: databaseModule({
    schema: 'billing',
    entities: [Entitlement, UsageDay, Wallet],
    migrations: [Metering1763712000000, MeteringFunctions1763712000001, Entitlements1763712000002, Charges1763712000003],
  }),
  controllers: [BillingController],
  providers: [BillingService, EntitlementsService, MeteringService, ReservationSweep],
})
export class BillingModule {}
