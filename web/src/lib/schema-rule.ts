import type { FormRule } from 'antd';

interface Check {
  safeParse: (value: unknown) => { success: true } | { success: false; error: { issues: readonly { message: string }[] } };
}

/** An antd field rule from the schema that the server validates with. `words` replaces the schema's message. */
export const schemaRule = (schema: Check, words?: string): FormRule => ({
  validator: async (_rule, value: unknown) => {
    const result = schema.safeParse(value);
    if (!result.success) throw new Error(words ?? result.error.issues[0]?.message);
  },
});
