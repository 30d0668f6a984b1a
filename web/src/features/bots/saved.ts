/** What became of a save. */
export type Saved =
  | { readonly kind: 'done'; readonly path: string }
  /** Somebody else saved meanwhile. */
  | { readonly kind: 'conflict' }
  /** In words, and by the path of each field that the server named. */
  | { readonly kind: 'refused'; readonly reason: string; readonly fields: Readonly<Record<string, string>> };
