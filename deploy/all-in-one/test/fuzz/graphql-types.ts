export interface TypeRef {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType: TypeRef | null;
}
interface Named {
  readonly name: string;
  readonly type: TypeRef;
}
export interface Field {
  readonly name: string;
  readonly args: readonly Named[];
}
export interface Type {
  readonly name: string;
  readonly fields: readonly Field[] | null;
  readonly inputFields: readonly Named[] | null;
  readonly enumValues: readonly { readonly name: string }[] | null;
}

/** The introspection query that `typesOf` reads. */
export const SCHEMA = `{ __schema { types { name enumValues { name } inputFields { name type { ...R } } fields { name args { name type { ...R } } } } } }
  fragment R on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }`;

/** The types of a schema by name, from the answer to `SCHEMA`. */
export function typesOf(answer: Record<string, unknown>): Map<string, Type> {
  const { data } = answer as { data: { __schema: { types: Type[] } } };
  return new Map(data.__schema.types.map((type) => [type.name, type]));
}

/** A document that calls one field with each argument as a variable. */
export function documentOf(root: string, { name, args }: Field): string {
  const declared = args.map((arg) => `$${arg.name}: ${written(arg.type)}`).join(', ');
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const [variables, values] = args.length > 0 ? [`(${declared})`, `(${passed})`] : ['', ''];
  return `${root.toLowerCase()} Fuzz${variables} { ${name}${values} { __typename } }`;
}

const written = ({ kind, name, ofType }: TypeRef): string => {
  if (kind === 'NON_NULL' && ofType) return `${written(ofType)}!`;
  if (kind === 'LIST' && ofType) return `[${written(ofType)}]`;
  return name ?? '';
};
