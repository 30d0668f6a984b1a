import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { PLAN_PROOFS, fits, planProofs, problemOf, readClaims, type Claim } from './claims.js';
import { NO_CLAIM, PROOFS } from './table.js';

const ROOT = new URL('../../../../', import.meta.url);
const ALL_PROOFS = [...PROOFS, ...planProofs()];
/** The most exact row of a claim: the one with the longest pattern. */
const proofOf = ({ key }: Claim) =>
  ALL_PROOFS.filter(([pattern]) => fits(pattern, key)).toSorted(([one], [other]) => other.length - one.length)[0]?.[1];
const isLabel = ({ key }: Claim): boolean => NO_CLAIM.some((pattern) => fits(pattern, key));

describe('what landing, pricing, limit page, dialogs, settings and mails say', () => {
  let claims: Claim[];
  beforeAll(async () => {
    claims = await readClaims();
  });

  it('has a row in the promise table for every claim, which is printed', () => {
    const rows = claims.filter((claim) => !isLabel(claim)).map((claim) => ({ claim, proof: proofOf(claim) }));
    process.stdout.write(`${rows.map(({ claim, proof }) => `${claim.key} | ${claim.text} | ${proof ?? 'NO ROW'}`).join('\n')}\n`);
    expect(rows.filter(({ proof }) => proof === undefined).map(({ claim }) => `${claim.key}: ${claim.text}`)).toEqual([]);
    expect(rows.length).toBeGreaterThan(150);
  });

  it('is proved by tests that exist', () => {
    expect(ALL_PROOFS.flatMap(([key, proof]) => problemOf(proof)?.concat(` (${key})`) ?? [])).toEqual([]);
  });

  it('has no row without a claim', () => {
    const unused = [...PROOFS.map(([pattern]) => pattern), ...NO_CLAIM].filter(
      (pattern) => !claims.some(({ key }) => fits(pattern, key)),
    );
    expect(unused).toEqual([]);
  });

  it('notices a claim that has no row, a row whose test is gone, and a promise of a plan that nothing enforces', () => {
    expect(proofOf({ key: 'limit.support', text: 'Priority support' })).toBeUndefined();
    expect(problemOf('services/chat/test/say.spec.ts › answers within a second')).toContain('has no test');
    // A file alone, and a part of a title, prove nothing.
    expect(problemOf('services/chat/test/say.spec.ts › ')).toContain('has no test');
    expect(problemOf('services/chat/test/say.spec.ts › streams the reply')).toContain('has no test');
    expect(problemOf('services/chat/test/gone.spec.ts › x')).toContain('does not exist');
    expect(Object.values(PLAN_PROOFS).filter(({ enforcedBy }) => !existsSync(new URL(enforcedBy, ROOT)))).toEqual([]);
  });
});
