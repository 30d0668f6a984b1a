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
