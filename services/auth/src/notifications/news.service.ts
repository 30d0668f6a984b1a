import { Audit, inOrderOf, OrderedList, RunningCounts } from '@kith/kit';
import { AppError, requireSuperAdmin, type News, type news, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { USER_COUNT } from '../user-count.js';
import { BroadcastEntity } from './broadcast.entity.js';
import { NEWS_COUNT } from './news-count.js';

const LATEST_FIRST = new OrderedList({
  source: 'auth.broadcast',
  where: "kind = 'product-news'",
  keys: { created_at: 'time', id: 'uuid' },
  isDescending: true,
});

/** Product news, which the super-admin writes and `BroadcastSender` sends. */
@Injectable()
export class NewsService {
  constructor(
    @InjectRepository(BroadcastEntity) private readonly broadcasts: Repository<BroadcastEntity>,
    private readonly counts: RunningCounts,
    private readonly audit: Audit,
  ) {}

  async send({ actor, newsId, title, text }: ParsedInputOf<typeof news.send>): Promise<News> {
    requireSuperAdmin(actor);
    const { raw } = await this.broadcasts
      .createQueryBuilder()
      .insert()
      .values({ id: newsId, kind: 'product-news', title, text })
      .orIgnore()
      .returning('id')
      .execute();
    const broadcast = await this.broadcasts.findOneByOrFail({ id: newsId });
    if (broadcast.title !== title || broadcast.text !== text)
      throw new AppError('BAD_INPUT', 'Other news were sent with this id.', { fields: { newsId: 'Was used for other news' } });
    const isNew = (raw as unknown[]).length > 0;
    if (isNew) await this.audit.report('news_sent', { actor, target: newsId, details: { title } });
    return viewOf(broadcast);
  }

  async list({ actor, ...page }: ParsedInputOf<typeof news.list>): Promise<OutputOf<typeof news.list>> {
    requireSuperAdmin(actor);
    const [{ news: total }, { subscribers }] = await Promise.all([this.counts.read(NEWS_COUNT), this.counts.read(USER_COUNT)]);
    const { ids, ...neighbours } = await LATEST_FIRST.page(this.broadcasts.manager.connection, [], page, total);
    const found = ids.length === 0 ? [] : await this.broadcasts.findBy({ id: In(ids) });
    return { news: inOrderOf(ids, found, ({ id }) => id).map(viewOf), total, ...neighbours, subscribers };
  }
}

const viewOf = ({ id, title, text, createdAt, reached, finishedAt }: BroadcastEntity): News => ({
  id,
  title: title ?? '',
  text: text ?? '',
  createdAt: createdAt.toISOString(),
  reached,
  finishedAt: finishedAt?.toISOString() ?? null,
});
