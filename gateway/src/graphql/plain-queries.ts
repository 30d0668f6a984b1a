import { HeaderMap, type ApolloServerPlugin, type GraphQLRequestContext, type GraphQLResponse } from '@apollo/server';
import { LRUCache } from '@kith/kit';
import {
  getArgumentValues,
  getVariableValues,
  OperationTypeNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { planOf, recordOf, type PlainPlan, type RootField } from './plain-plan.js';

type Request<C extends object> = GraphQLRequestContext<C>;
/** What the resolvers of the root fields answered, by the names of the fields in the answer. */
type Outcomes = ReadonlyMap<string, Promise<unknown>>;

// Several times the queries of the web app. A plan can be several times as large as its document, because a fragment is expanded wherever it is
// spread: the store of parsed documents, which has a size in bytes, does not bound the plans.
export const MAX_PLANS = 200;

/** Makes plans and keeps those that were used last. */
export function keepPlans(): typeof planOf {
  const plans = new LRUCache<OperationDefinitionNode, { readonly plan: PlainPlan | null }>({ max: MAX_PLANS });
  return (schema, document, operation) => {
    const kept = plans.get(operation);
    if (kept) return kept.plan;
    const plan = planOf(schema, document, operation);
    plans.set(operation, { plan });
    return plan;
  };
}

/**
 * Executes queries whose answers only need the root fields to be resolved: everything below is picked from their values by a plan that is made once
 * for a document in use. GraphQL's own executor goes through the definitions and arguments of every field of every entry of a list. Whatever fails or is
 * not plain is left to that executor, which gets the values of the root fields that were resolved already and words the errors.
 */
export function executePlainQueries<C extends object>(): ApolloServerPlugin<C> {
  const planFor = keepPlans();
  const outcomesOf = new WeakMap<object, Outcomes>();
  return {
    serverWillStart: async ({ schema }) => answerAgain(schema, outcomesOf),
    requestDidStart: async () => ({
      responseForOperation: async ({ schema, document, operation, request, contextValue }: Request<C>) => {
        if (!document || operation?.operation !== OperationTypeNode.QUERY) return null;
        const plan = planFor(schema, document, operation);
        const calls = plan && callsOf(plan, schema, operation, request.variables);
        if (!plan || !calls) return null;
        const outcomes = new Map(calls.map(({ key, call }) => [key, settle(() => call(contextValue))]));
        outcomesOf.set(contextValue, outcomes);
        const data = await answerOf(plan, outcomes);
        return data ? responseOf(data) : null;
      },
    }),
  };
}

/** Lets the executor of GraphQL take the values of root fields that were resolved for the same request before. */
function answerAgain(schema: GraphQLSchema, outcomesOf: WeakMap<object, Outcomes>): void {
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const { resolve } = field;
    if (!resolve) continue;
    field.resolve = (source, args, context: object, info) =>
      outcomesOf.get(context)?.get(String(info.path.key)) ?? resolve(source, args, context, info);
    resolvers.set(field, resolve);
  }
}

type Resolver = NonNullable<GraphQLField<unknown, unknown>['resolve']>;
/** The resolvers themselves. */
const resolvers = new WeakMap<GraphQLField<unknown, unknown>, Resolver>();

interface RootCall {
  readonly key: string;
  readonly call: (context: object) => unknown;
}

/** The calls of the root fields with their arguments; null when GraphQL has to refuse the variables or arguments. */
function callsOf(
  { fields, fragments, parentType }: PlainPlan,
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>> = {},
): RootCall[] | null {
  const { coerced: variableValues } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (!variableValues) return null;
  const shared = { parentType, schema, fragments, operation, variableValues, rootValue: undefined };
  try {
    return fields.map((field) => callOf(field, shared));
  } catch {
    return null;
  }
}

interface Shared {
  readonly parentType: GraphQLObjectType;
  readonly schema: GraphQLSchema;
  readonly fragments: PlainPlan['fragments'];
  readonly operation: OperationDefinitionNode;
  readonly variableValues: { [variable: string]: unknown };
  readonly rootValue: undefined;
}

function callOf({ key, nodes, definition }: RootField, shared: Shared): RootCall {
  const resolve = resolvers.get(definition);
  const [node] = nodes;
  if (!resolve || !node) throw new TypeError(`the field ${definition.name} has no resolver`);
  const args = getArgumentValues(definition, node, shared.variableValues);
  const path = { prev: undefined, key, typename: shared.parentType.name };
  const info = { ...shared, fieldName: definition.name, fieldNodes: [...nodes], returnType: definition.type, path };
  return { key, call: (context) => resolve(undefined, args, context, info) };
}

const settle = async (call: () => unknown): Promise<unknown> => call();

/** The answer; null when a field failed or its value is not plain. */
async function answerOf({ fields }: PlainPlan, outcomes: Outcomes): Promise<Record<string, unknown> | null> {
  const settled = await Promise.allSettled(fields.map(({ key }) => outcomes.get(key)));
  const data = recordOf<unknown>();
  for (const [index, { key, pick }] of fields.entries()) {
    const outcome = settled[index];
    if (outcome?.status !== 'fulfilled') return null;
    try {
      data[key] = pick(outcome.value);
    } catch {
      return null;
    }
  }
  return data;
}

const responseOf = (data: Record<string, unknown>): GraphQLResponse => ({
  http: { status: undefined, headers: new HeaderMap() },
  body: { kind: 'single', singleResult: { data } },
});
