import { Args } from '@nestjs/graphql';
import { asId } from '../http/request-decorators.js';

/** The id in the argument `name`; what cannot be an id is not found, as on REST. */
export const Id = (name: string): ParameterDecorator => Args(name, { transform: asId });

/** The arguments that were given: to GraphQL, null in an optional one means that it was left out. */
export function given<T extends object>(args: T): T {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null)) as T;
}
