import { Args } from '@nestjs/graphql';
import { Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';
import { asId } from '../http/request-decorators.js';

/** The id in the argument `name`. Throws NOT_FOUND for a value that is not an id, as REST does. */
export const Id = (name: string): ParameterDecorator => Args(name, { transform: asId });

/** Without the arguments that are null: for optional arguments of GraphQL that means the same as leaving them out. */
export function withoutNulls<T extends object>(args: T): T {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null)) as T;
}

/** Whether a query selects the field at this path below the one that is resolved, even if a directive may skip it. */
export function selectsField({ fieldNodes, fragments }: GraphQLResolveInfo, path: readonly string[]): boolean {
  const seen = new Set<string>();
  const isIn = (set: SelectionSetNode | undefined, [name, ...below]: readonly string[]): boolean =>
    (set?.selections ?? []).some((selection) => {
      const here = [name ?? '', ...below];
      if (selection.kind === Kind.INLINE_FRAGMENT) return isIn(selection.selectionSet, here);
      if (selection.kind === Kind.FIELD)
        return selection.name.value === name && (below.length === 0 || isIn(selection.selectionSet, below));
      // Visited once per depth: twenty fragments that each spread the next one twice would be a million visits.
      const key = `${selection.name.value} ${here.length}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return isIn(fragments[selection.name.value]?.selectionSet, here);
    });
  return fieldNodes.some(({ selectionSet }) => isIn(selectionSet, path));
}

/** Which of `names` a query selects of the objects in the field `name` below the one that is resolved; the first when it selects none. */
export function selectedFields<N extends string>(info: GraphQLResolveInfo, name: string, names: readonly N[]): N[] {
  const selected = names.filter((candidate) => selectsField(info, [name, candidate]));
  return selected.length > 0 ? selected : names.slice(0, 1);
}
