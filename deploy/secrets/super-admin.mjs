import { randomBytes } from 'node:crypto';

/** The first password of the super-admin; SUPER_ADMIN_PASSWORD of the environment is used when it is set. */
export function superAdmin({ secret }) {
  const create = () => process.env.SUPER_ADMIN_PASSWORD || randomBytes(18).toString('base64url');
  return { env: { auth: { SUPER_ADMIN_PASSWORD: secret('password of the super-admin', create) } } };
}
