import { AppError } from '@kith/proto';
import {
  coerceInputValue,
  isInputType,
  isNonNullType,
  typeFromAST,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';

const PROBLEM = 'A value is missing or of the wrong kind.';

/**
 * Throws BAD_INPUT at the first variable, or value in one, that does not fit its declared type. GraphQL's own coercion collects up to fifty
 * errors, each with the whole variable in it (docs/security.md S57), so it runs after this and finds none. The error has one fixed text:
 * values may be passwords and keys. `fields` names the place as the schemas of proto do; production leaves it out (docs/security.md S58).
 */
export function checkVariables(
  { schema, operation, namesFields }: { schema: GraphQLSchema; operation: OperationDefinitionNode; namesFields: boolean },
  variables: Readonly<Record<string, unknown>>,
): void {
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type);
    const refuse = (path: readonly (string | number)[]): never => {
      throw new AppError('BAD_INPUT', PROBLEM, namesFields ? { fields: { [path.join('.') || name]: PROBLEM } } : {});
    };
    // Validation of the document reports unknown types.
    if (!isInputType(type)) continue;
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value !== undefined) coerceInputValue(value, type, refuse, true);
    else if (isNonNullType(type) && !definition.defaultValue) refuse([]);
  }
}
