import { GraphQLError, Kind, type ASTVisitor, type FieldNode, type SelectionSetNode, type ValidationContext } from 'graphql';
import { limitCost } from './cost.js';

const DEPTH = 8;
const ALIASES = 15;
const DIRECTIVES = 15;

/** Tokens a document may have; our largest has a few hundred. */
export const MAX_TOKENS = 1500;

/** Refuses documents that ask for more work than any screen of ours does (S57). */
export const LIMITS = [knowOperation, limitDepth, limitCounts, limitCost];

/** GraphQL itself would try, and fail like a bug. */
function knowOperation(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition: ({ operation }) => {
      if (!context.getSchema().getRootType(operation)) refuse(context, `There is no ${operation} here.`);
    },
  };
}

function limitDepth(context: ValidationContext): ASTVisitor {
  const fragments = new Map<string, number>();
  return {
    OperationDefinition: (operation) => {
      const depth = depthOf(operation.selectionSet, context, fragments);
      if (depth > DEPTH) refuse(context, `The query is ${depth} levels deep, at most ${DEPTH} are allowed.`);
    },
  };
}

function depthOf({ selections }: SelectionSetNode, context: ValidationContext, fragments: Map<string, number>): number {
  const depths = selections.map((selection): number => {
    if (selection.kind === Kind.FIELD)
      return isIntrospection(selection) ? 0 : 1 + nested(selection.selectionSet, context, fragments);
    if (selection.kind === Kind.INLINE_FRAGMENT) return depthOf(selection.selectionSet, context, fragments);
    return depthOfFragment(selection.name.value, context, fragments);
  });
  return Math.max(0, ...depths);
}

/** Measured once: twenty fragments that each spread the next one twice would be a million measurements. */
function depthOfFragment(name: string, context: ValidationContext, fragments: Map<string, number>): number {
  const known = fragments.get(name);
  if (known !== undefined) return known;
  // A fragment inside itself has no depth; another rule refuses it.
  fragments.set(name, 0);
  const depth = nested(context.getFragment(name)?.selectionSet, context, fragments);
  fragments.set(name, depth);
  return depth;
}

const nested = (set: SelectionSetNode | undefined, context: ValidationContext, fragments: Map<string, number>): number =>
  set ? depthOf(set, context, fragments) : 0;

// The usual introspection query is 13 deep; where introspection is off it is refused as a whole.
const isIntrospection = (field: FieldNode): boolean => field.name.value.startsWith('__');

function limitCounts(context: ValidationContext): ASTVisitor {
  let aliases = 0;
  let directives = 0;
  return {
    Field: (field) => {
      if (field.alias && ++aliases === ALIASES + 1) refuse(context, `At most ${ALIASES} aliases are allowed.`);
    },
    Directive: () => {
      if (++directives === DIRECTIVES + 1) refuse(context, `At most ${DIRECTIVES} directives are allowed.`);
    },
  };
}

const refuse = (context: ValidationContext, message: string): void => context.reportError(new GraphQLError(message));
