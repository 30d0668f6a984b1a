import { MAX_LISTED_TOOLS, MAX_PROACTIVE_CHANNELS, MAX_TOOL_SERVERS } from '@kith/proto';
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

/** In points: one per field, multiplied by the entries of the lists around it. A page of 200 bots with all their own fields costs about 13,000. */
const MAX_COST = 16_000;
// Points of a root field, each of which is a call to a service.
const CALL_COST = 20;
// Of a list: the largest `limit`, and the one that applies when none is given (proto, paging).
const MAX_PAGE = 200;
const DEFAULT_PAGE = 100;
/** Lists that are short whatever `limit` says, with as many entries as they have at most, or nearly. */
const SHORT_LISTS: Readonly<Record<string, number>> = {
  'Query.toolServers': MAX_TOOL_SERVERS,
  'ToolServer.tools': MAX_LISTED_TOOLS,
  'ChannelSettings.proactiveMessages': MAX_PROACTIVE_CHANNELS,
  'SystemPage.sections': 4,
  'SystemPage.forms': 4,
  'SystemPageRow.actions': 3,
  'CommandResult.posts': 5,
  'CommandPost.embeds': 10,
  'CommandPost.buttons': 25,
  'CommandPost.selects': 5,
  'CommandEmbed.fields': 25,
  'CommandSelect.options': 25,
  'CommandForm.fields': 5,
};

/** Rejects documents whose answers would be larger than those of any screen of the web app (docs/security.md S57). */
export function limitCost(context: ValidationContext): ASTVisitor {
  const fragments = new Map<string, number>();
  return {
    OperationDefinition: ({ operation, selectionSet }) => {
      const root = context.getSchema().getRootType(operation);
      if (!root) return;
      const cost = costOf(selectionSet, { type: root, page: DEFAULT_PAGE }, context, fragments);
      if (cost > MAX_COST)
        context.reportError(new GraphQLError(`The query costs ${cost} points, at most ${MAX_COST} are allowed.`));
    },
  };
}

/** Where a selection applies. */
interface Scope {
  readonly type: GraphQLObjectType;
  /** The number of entries assumed for the next list inside. */
  readonly page: number;
}

function costOf(
  { selections }: SelectionSetNode,
  scope: Scope,
  context: ValidationContext,
  fragments: Map<string, number>,
): number {
  return selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) return sum + costOfField(selection, scope, context, fragments);
    if (selection.kind === Kind.INLINE_FRAGMENT) return sum + costOf(selection.selectionSet, scope, context, fragments);
    return sum + costOfFragment(selection.name.value, scope, context, fragments);
  }, 0);
}

/** Computed once per scope: twenty fragments that each spread the next one twice would be a million computations. */
function costOfFragment(name: string, scope: Scope, context: ValidationContext, fragments: Map<string, number>): number {
  const key = `${name} ${scope.type.name} ${scope.page}`;
  const cached = fragments.get(key);
  if (cached !== undefined) return cached;
  // A fragment that contains itself costs nothing here; another rule rejects it.
  fragments.set(key, 0);
  const set = context.getFragment(name)?.selectionSet;
  const cost = set ? costOf(set, scope, context, fragments) : 0;
  fragments.set(key, cost);
  return cost;
}

function costOfField(field: FieldNode, scope: Scope, context: ValidationContext, fragments: Map<string, number>): number {
  const definition = scope.type.getFields()[field.name.value];
  const ownCost = isRootType(scope.type, context) ? CALL_COST : 1;
  if (!definition || !field.selectionSet) return ownCost;
  const type = getNamedType(definition.type);
  if (!isObjectType(type)) return ownCost;
  const page = pageOf(field, definition) ?? scope.page;
  const length = SHORT_LISTS[`${scope.type.name}.${field.name.value}`] ?? page;
  const entries = isListType(getNullableType(definition.type)) ? length : 1;
  return ownCost + entries * costOf(field.selectionSet, { type, page }, context, fragments);
}

const isRootType = (type: GraphQLObjectType, context: ValidationContext): boolean =>
  type === context.getSchema().getQueryType() || type === context.getSchema().getMutationType();

/** How many entries a field can answer; undefined when it has no `limit`. For a variable the largest page is assumed. */
function pageOf(field: FieldNode, { args }: GraphQLField<unknown, unknown>): number | undefined {
  if (!args.some(({ name }) => name === 'limit')) return undefined;
  const given = field.arguments?.find(({ name }) => name.value === 'limit')?.value;
  if (given === undefined || given.kind === Kind.NULL) return DEFAULT_PAGE;
  // The service rejects larger ones.
  return given.kind === Kind.INT ? Math.min(MAX_PAGE, Math.max(1, Number(given.value))) : MAX_PAGE;
}
