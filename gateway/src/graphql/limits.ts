import { GraphQLError, Kind, type ASTVisitor, type FieldNode, type SelectionSetNode, type ValidationContext } from 'graphql';
import { limitCost } from './cost.js';

const MAX_DEPTH = 8;
const MAX_ALIASES = 15;
const MAX_DIRECTIVES = 15;

/** Of a document; the largest of the web app has a few hundred. */
export const MAX_TOKENS = 1500;

/** Validation rules that reject documents which cost more than those of any screen of the web app (docs/security.md S57). */
export const LIMITS = [requireRootType, limitDepth, limitCounts, limitCost];

/** Without this rule a subscription or mutation that the schema lacks would fail during execution, as an internal error. */
function requireRootType(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition: ({ operation }) => {
      if (!context.getSchema().getRootType(operation)) reject(context, `There is no ${operation} here.`);
    },
  };
}

function limitDepth(context: ValidationContext): ASTVisitor {
  const fragments = new Map<string, number>();
  return {
    OperationDefinition: (operation) => {
      const depth = depthOf(operation.selectionSet, context, fragments);
      if (depth > MAX_DEPTH) reject(context, `The query is ${depth} levels deep, at most ${MAX_DEPTH} are allowed.`);
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

/** Computed once per fragment: twenty fragments that each spread the next one twice would be a million computations. */
function depthOfFragment(name: string, context: ValidationContext, fragments: Map<string, number>): number {
  const cached = fragments.get(name);
  if (cached !== undefined) return cached;
  // A fragment that contains itself has no depth here; another rule rejects it.
  fragments.set(name, 0);
  const depth = nested(context.getFragment(name)?.selectionSet, context, fragments);
  fragments.set(name, depth);
  return depth;
}

const nested = (set: SelectionSetNode | undefined, context: ValidationContext, fragments: Map<string, number>): number =>
  set ? depthOf(set, context, fragments) : 0;

// Not counted: the usual introspection query is 13 levels deep, and production rejects introspection as a whole.
const isIntrospection = (field: FieldNode): boolean => field.name.value.startsWith('__');

function limitCounts(context: ValidationContext): ASTVisitor {
  let aliases = 0;
  let directives = 0;
  return {
    Field: (field) => {
      if (field.alias && ++aliases === MAX_ALIASES + 1) reject(context, `At most ${MAX_ALIASES} aliases are allowed.`);
    },
    Directive: () => {
      if (++directives === MAX_DIRECTIVES + 1) reject(context, `At most ${MAX_DIRECTIVES} directives are allowed.`);
    },
  };
}

const reject = (context: ValidationContext, message: string): void => context.reportError(new GraphQLError(message));
