import {
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';

/** The part of a resolved value that a query selects. Throws when the value is not plain data of the declared type. */
type Pick = (value: unknown) => unknown;

export interface RootField {
  /** Its name in the answer. */
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly definition: GraphQLField<unknown, unknown>;
  readonly pick: Pick;
}

/** How a query is answered once its root fields are resolved. */
export interface PlainPlan {
  readonly parentType: GraphQLObjectType;
  readonly fields: readonly RootField[];
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

type Fragments = PlainPlan['fragments'];

class NotPlain extends Error {}
// Made once: it is thrown for values, which may be many, and nobody reads it.
const NOT_PLAIN = new NotPlain();

/**
 * The plan of a query; null for one that has directives, fields of interfaces or unions, or that asks below its root fields for fields with arguments
 * or resolvers of their own.
 */
export function planOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): PlainPlan | null {
  const parentType = schema.getQueryType();
  if (!parentType || operation.directives?.length) return null;
  const fragments = recordOf<FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  try {
    const selected = fieldsIn(parentType, operation.selectionSet.selections, fragments);
    const fields = [...selected].map(([key, nodes]): RootField => {
      const definition = definitionOf(parentType, nodes);
      if (!definition.resolve) throw NOT_PLAIN;
      return { key, nodes, definition, pick: pickerOf(definition.type, nodes, fragments) };
    });
    return { parentType, fields, fragments };
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}

function definitionOf(type: GraphQLObjectType, nodes: readonly FieldNode[]): GraphQLField<unknown, unknown> {
  const definition = type.getFields()[nodes[0]?.name.value ?? ''];
  if (!definition) throw NOT_PLAIN;
  return definition;
}

/** The selected fields of an object by their names in the answer, as GraphQL collects them. */
function fieldsIn(
  type: GraphQLObjectType,
  selections: readonly SelectionNode[],
  fragments: Fragments,
  found = new Map<string, FieldNode[]>(),
  seen = new Set<string>(),
): Map<string, FieldNode[]> {
  for (const selection of selections) {
    if (selection.directives?.length) throw NOT_PLAIN;
    if (selection.kind === Kind.FIELD) {
      const key = (selection.alias ?? selection.name).value;
      found.set(key, [...(found.get(key) ?? []), selection]);
      continue;
    }
    const isNamed = selection.kind === Kind.FRAGMENT_SPREAD;
    if (isNamed && seen.has(selection.name.value)) continue;
    if (isNamed) seen.add(selection.name.value);
    const fragment = isNamed ? fragments[selection.name.value] : selection;
    if (!fragment || (fragment.typeCondition && fragment.typeCondition.name.value !== type.name)) throw NOT_PLAIN;
    fieldsIn(type, fragment.selectionSet.selections, fragments, found, seen);
  }
  return found;
}

function pickerOf(type: GraphQLOutputType, nodes: readonly FieldNode[], fragments: Fragments): Pick {
  if (isNonNullType(type)) {
    const pick = pickerOf(type.ofType, nodes, fragments);
    return (value) => {
      const picked = pick(value);
      if (picked === null) throw NOT_PLAIN;
      return picked;
    };
  }
  if (isListType(type)) return listPicker(pickerOf(type.ofType, nodes, fragments));
  if (isLeafType(type)) return leafPicker(type);
  if (isObjectType(type) && !type.isTypeOf) return objectPicker(type, nodes, fragments);
  throw NOT_PLAIN;
}

function listPicker(pick: Pick): Pick {
  return (value) => {
    if (value === null || value === undefined) return null;
    if (!Array.isArray(value)) throw NOT_PLAIN;
    return value.map((item) => pick(item));
  };
}

function leafPicker(type: GraphQLLeafType): Pick {
  return (value) => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'object') requireData(value);
    const serialized: unknown = type.serialize(value);
    if (serialized === null || serialized === undefined) throw NOT_PLAIN;
    return serialized;
  };
}

function objectPicker(type: GraphQLObjectType, nodes: readonly FieldNode[], fragments: Fragments): Pick {
  const selections = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  const parts = [...fieldsIn(type, selections, fragments)].map(([key, below]) => {
    if (below[0]?.name.value === '__typename') return { key, name: '', pick: () => type.name };
    const { name, args, resolve, type: declared } = definitionOf(type, below);
    if (args.length > 0 || resolve) throw NOT_PLAIN;
    return { key, name, pick: pickerOf(declared, below, fragments) };
  });
  return (value) => {
    if (value === null || value === undefined) return null;
    if (typeof value !== 'object') throw NOT_PLAIN;
    requireData(value);
    const source = value as Readonly<Record<string, unknown>>;
    const picked = recordOf<unknown>();
    for (const { key, name, pick } of parts) {
      const part = source[name];
      // GraphQL would call it.
      if (typeof part === 'function') throw NOT_PLAIN;
      picked[key] = pick(part);
    }
    return picked;
  };
}

/** Without a prototype, because `__proto__` is a valid name in GraphQL. */
export const recordOf = <V>(): Record<string, V> => Object.create(null) as Record<string, V>;

/** GraphQL waits for promises and reports errors among the values. */
function requireData(value: object): void {
  if (value instanceof Error || ('then' in value && typeof value.then === 'function')) throw NOT_PLAIN;
}
