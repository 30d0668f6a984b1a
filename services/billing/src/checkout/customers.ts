import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Customer } from './customer.entity.js';
import type { PaymentProvider } from './payment-provider.js';
import { Payments } from './payments.js';

@Injectable()
export class Customers {
  constructor(
    @InjectRepository(Customer) private readonly rows: Repository<Customer>,
    private readonly payments: Payments,
  ) {}

  /** The customer of a user, made at the provider and kept before anything can be paid: an event never names one that is unknown. */
  async of(userId: string, provider: PaymentProvider): Promise<Customer> {
    const known = await this.find(userId);
    if (known) return known;
    const { mode } = provider;
    const id = await provider.createCustomer(userId);
    await this.rows.createQueryBuilder().insert().values({ id, userId, mode }).orIgnore().execute();
    return this.rows.findOneByOrFail({ userId, mode });
  }

  find(userId: string): Promise<Customer | null> {
    return this.rows.findOneBy({ userId, mode: this.payments.mode });
  }

  byId(id: string): Promise<Customer | null> {
    return this.rows.findOneBy({ id, mode: this.payments.mode });
  }
}
