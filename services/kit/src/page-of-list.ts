import { In, type FindManyOptions, type FindOptionsSelect, type FindOptionsWhere, type Repository } from 'typeorm';

export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

/**
 * A page of a list of `total` rows. Behind the middle of the list it is read from the end, so that the last page takes no longer than the first:
 * `read` then gets true, and answers rows in the opposite order.
 */
export async function pageOfList<Row>(
  total: number,
  { limit, offset }: PageRequest,
  read: (request: PageRequest, isFromEnd: boolean) => Promise<Row[]>,
): Promise<Row[]> {
  if (offset <= total / 2) return read({ limit, offset }, false);
  const count = Math.min(limit, total - offset);
  return count <= 0 ? [] : (await read({ limit: count, offset: total - offset - count }, true)).toReversed();
}

/**
 * The rows of a page. Those of a page that does not begin with the first row are looked up by their ids, which are found before: when an index has all
 * that `where` and `order` name, the rows before the page are read from it alone.
 */
export async function rowsOfPage<Row extends { readonly id: string }>(
  rows: Repository<Row>,
  options: Pick<FindManyOptions<Row>, 'where' | 'order' | 'select'>,
  { limit, offset }: PageRequest,
): Promise<Row[]> {
  if (offset === 0) return rows.find({ ...options, take: limit });
  const found = await rows.find({ ...options, select: { id: true } as FindOptionsSelect<Row>, take: limit, skip: offset });
  const where = { id: In(found.map(({ id }) => id)) } as FindOptionsWhere<Row>;
  return found.length === 0 ? [] : rows.find({ ...options, where });
}
