import { Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

/** Whether a query asks for the field at this path below the one that is resolved; one that a directive may leave out counts. */
export function asksFor({ fieldNodes, fragments }: GraphQLResolveInfo, path: readonly string[]): boolean {
  const seen = new Set<string>();
  const isIn = (set: SelectionSetNode | undefined, [name, ...below]: readonly string[]): boolean =>
    (set?.selections ?? []).some((selection) => {
      const here = [name ?? '', ...below];
      if (selection.kind === Kind.INLINE_FRAGMENT) return isIn(selection.selectionSet, here);
      if (selection.kind === Kind.FIELD)
        return selection.name.value === name && (below.length === 0 || isIn(selection.selectionSet, below));
      // Looked into once per place: twenty fragments that each spread the next one twice would be a million looks.
      const key = `${selection.name.value} ${here.length}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return isIn(fragments[selection.name.value]?.selectionSet, here);
    });
  return fieldNodes.some(({ selectionSet }) => isIn(selectionSet, path));
}
