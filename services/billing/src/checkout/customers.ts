import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { PaymentProvider } from '../providers/payment-provider.js';
import { Payments } from '../providers/payments.js';
import { CustomerEntity } from './customer.entity.js';

/** Customers of the payment provider in the current mode. */
@Injectable()
export class Customers {
  constructor(
    @InjectRepository(CustomerEntity) private readonly rows: Repository<CustomerEntity>,
    private readonly payments: Payments,
  ) {}

  /** The customer of a user, created at the provider if needed. It is stored before anything can be paid, so that events find it. */
  async findOrCreate(userId: string, provider: PaymentProvider): Promise<CustomerEntity> {
    const known = await this.find(userId);
    if (known) return known;
    const { mode } = provider;
    const id = await provider.createCustomer(userId);
    await this.rows.createQueryBuilder().insert().values({ id, userId, mode }).orIgnore().execute();
    return this.rows.findOneByOrFail({ userId, mode });
  }

  find(userId: string): Promise<CustomerEntity | null> {
    return this.rows.findOneBy({ userId, mode: this.payments.mode });
  }

  findById(id: string): Promise<CustomerEntity | null> {
    return this.rows.findOneBy({ id, mode: this.payments.mode });
  }
}
