interface Check {
  safeParse: (value: unknown) => { success: true } | { success: false; error: { issues: readonly { message: string }[] } };
}

/** A rule of an antd field, also for functions that choose one. */
interface FieldRule {
  readonly validator: (rule: unknown, value: unknown) => Promise<void>;
}

/** An antd field rule from the schema that the server validates with. `words` replaces the schema's message. */
export const schemaRule = (schema: Check, words?: string): FieldRule => ({
  validator: async (_rule, value) => {
    const result = schema.safeParse(value);
    if (!result.success) throw new Error(words ?? result.error.issues[0]?.message);
  },
});
