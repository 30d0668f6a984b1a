import { GraphQLScalarType, valueFromASTUntyped } from 'graphql';

const asIs = (value: unknown): unknown => value;

/** Values whose shape the schemas of proto decide. */
export const JsonScalar = new GraphQLScalarType({
  name: 'JSON',
  serialize: asIs,
  parseValue: asIs,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
});
