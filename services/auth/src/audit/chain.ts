import type { EntityManager } from 'typeorm';

// A second at most on a busy machine; the statement timeout is five.
const PAGE = 50_000;

interface Link {
  readonly position: string;
  readonly hash: Buffer;
}

/**
 * Whether every row of the audit log is where and what it was when it was written: hashes it all anew, in the database, some 15 s per
 * million rows. Throws when it is told to stop.
 */
export async function isChainIntact(manager: EntityManager, stop: AbortSignal): Promise<boolean> {
  // One statement sees one moment: rows that are written from now on do not count.
  const [head] = await manager.query<(Link & { last: string })[]>(`
    select position, hash, (select coalesce(max(position), 0) from auth.audit_event) as last from auth.audit_head`);
  if (head?.last !== head?.position) return false;
  let link: Link = { position: '0', hash: Buffer.alloc(0) };
  while (head && BigInt(link.position) < BigInt(head.position)) {
    stop.throwIfAborted();
    const next = await verifiedPage(manager, link, head.position);
    if (!next) return false;
    link = next;
  }
  return head?.hash.equals(link.hash) ?? false;
}

/** The last row of the page after `link`; undefined when a row of it is missing or changed. */
async function verifiedPage(manager: EntityManager, link: Link, last: string): Promise<Link | undefined> {
  const [page] = await manager.query<(Link & { intact: boolean })[]>(
    `select intact, position, (select hash from auth.audit_event where position = page.position) as hash
     from (
       select bool_and(position = expected and hash = sha256(previous || convert_to(event, 'UTF8'))) as intact,
         max(position) as position
       from (
         select position, hash, event, $1::bigint + row_number() over following as expected,
           lag(hash, 1, $2::bytea) over following as previous
         from auth.audit_event
         where position > $1::bigint and position <= least($1::bigint + $3::bigint, $4::bigint)
         window following as (order by position)
       ) chain
     ) page`,
    [link.position, link.hash, PAGE, last],
  );
  return page?.intact ? page : undefined;
}
