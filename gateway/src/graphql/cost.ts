import {
  getNamedType,
  getNullableType,
  GraphQLError,
  isListType,
  isObjectType,
  Kind,
  type ASTVisitor,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** Points: one per field, times the entries of the lists around it. A page of 200 companions with all their fields costs about 5,000. */
const MOST = 12_000;
// What a service is asked, whatever it answers.
const CALL = 20;
// What a list answers at most, and what without a `limit` (proto, paging).
const LARGEST_PAGE = 200;
const DEFAULT_PAGE = 100;

/** Refuses documents whose answers would be larger than those of any screen of ours (S57). */
export function limitCost(context: ValidationContext): ASTVisitor {
  const fragments = new Map<string, number>();
  return {
    OperationDefinition: ({ operation, selectionSet }) => {
      const root = context.getSchema().getRootType(operation);
      if (!root) return;
      const cost = costOf(selectionSet, { type: root, page: DEFAULT_PAGE }, context, fragments);
      if (cost > MOST) context.reportError(new GraphQLError(`The query costs ${cost} points, at most ${MOST} are allowed.`));
    },
  };
}

interface Place {
  readonly type: GraphQLObjectType;
  /** Entries of the next list inside. */
  readonly page: number;
}

function costOf(
  { selections }: SelectionSetNode,
  place: Place,
  context: ValidationContext,
  fragments: Map<string, number>,
): number {
  return selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) return sum + costOfField(selection, place, context, fragments);
    if (selection.kind === Kind.INLINE_FRAGMENT) return sum + costOf(selection.selectionSet, place, context, fragments);
    return sum + costOfFragment(selection.name.value, place, context, fragments);
  }, 0);
}

/** Measured once per place: twenty fragments that each spread the next one twice would be a million measurements. */
function costOfFragment(name: string, place: Place, context: ValidationContext, fragments: Map<string, number>): number {
  const key = `${name} ${place.type.name} ${place.page}`;
  const known = fragments.get(key);
  if (known !== undefined) return known;
  // A fragment inside itself has no cost; another rule refuses it.
  fragments.set(key, 0);
  const set = context.getFragment(name)?.selectionSet;
  const cost = set ? costOf(set, place, context, fragments) : 0;
  fragments.set(key, cost);
  return cost;
}

function costOfField(field: FieldNode, place: Place, context: ValidationContext, fragments: Map<string, number>): number {
  const definition = place.type.getFields()[field.name.value];
  const own = isRoot(place.type, context) ? CALL : 1;
  if (!definition || !field.selectionSet) return own;
  const type = getNamedType(definition.type);
  if (!isObjectType(type)) return own;
  const page = pageOf(field, definition) ?? place.page;
  const entries = isListType(getNullableType(definition.type)) ? page : 1;
  return own + entries * costOf(field.selectionSet, { type, page }, context, fragments);
}

const isRoot = (type: GraphQLObjectType, context: ValidationContext): boolean =>
  type === context.getSchema().getQueryType() || type === context.getSchema().getMutationType();

/** How many entries a field may answer; undefined when it has no limit of its own. A variable may be the most. */
function pageOf(field: FieldNode, { args }: GraphQLField<unknown, unknown>): number | undefined {
  if (!args.some(({ name }) => name === 'limit')) return undefined;
  const given = field.arguments?.find(({ name }) => name.value === 'limit')?.value;
  if (given === undefined || given.kind === Kind.NULL) return DEFAULT_PAGE;
  // Larger ones are refused by the service.
  return given.kind === Kind.INT ? Math.min(LARGEST_PAGE, Math.max(1, Number(given.value))) : LARGEST_PAGE;
}
