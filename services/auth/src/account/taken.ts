import { AppError } from '@kith/proto';
import { QueryFailedError } from 'typeorm';

/** USERNAME_TAKEN or EMAIL_TAKEN for what the unique indexes refused; any other error as it is. */
export function takenBy(error: unknown): unknown {
  const constraint =
    error instanceof QueryFailedError && 'constraint' in error.driverError ? error.driverError.constraint : undefined;
  if (constraint === 'user_username') return new AppError('USERNAME_TAKEN');
  return constraint === 'user_email' ? new AppError('EMAIL_TAKEN') : error;
}
