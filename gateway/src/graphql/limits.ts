import { GraphQLError, Kind, type ASTVisitor, type FieldNode, type SelectionSetNode, type ValidationContext } from 'graphql';

const DEPTH = 8;
const ALIASES = 15;
const DIRECTIVES = 15;

/** Tokens a document may have; our largest has a few hundred. */
export const MAX_TOKENS = 1500;

/** Refuses documents that ask for more work than any screen of ours does (S57). */
export const LIMITS = [knowOperation, limitDepth, limitCounts];

/** GraphQL itself would try, and fail like a bug. */
function knowOperation(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition: ({ operation }) => {
      if (!context.getSchema().getRootType(operation)) refuse(context, `There is no ${operation} here.`);
    },
  };
}

function limitDepth(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition: (operation) => {
      const depth = depthOf(operation.selectionSet, context, new Set());
      if (depth > DEPTH) refuse(context, `The query is ${depth} levels deep, at most ${DEPTH} are allowed.`);
    },
  };
}

function depthOf({ selections }: SelectionSetNode, context: ValidationContext, open: ReadonlySet<string>): number {
  const depths = selections.map((selection): number => {
    if (selection.kind === Kind.FIELD) return isIntrospection(selection) ? 0 : 1 + nested(selection.selectionSet, context, open);
    if (selection.kind === Kind.INLINE_FRAGMENT) return depthOf(selection.selectionSet, context, open);
    const name = selection.name.value;
    // A fragment inside itself has no depth; another rule refuses it.
    return open.has(name) ? 0 : nested(context.getFragment(name)?.selectionSet, context, new Set([...open, name]));
  });
  return Math.max(0, ...depths);
}

const nested = (set: SelectionSetNode | undefined, context: ValidationContext, open: ReadonlySet<string>): number =>
  set ? depthOf(set, context, open) : 0;

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
