import type { FormRule } from 'antd';

interface Check {
  safeParse: (value: unknown) => { success: true } | { success: false; error: { issues: readonly { message: string }[] } };
}

/** A rule of an antd field from the schema that the server checks with. Its words too, unless they are for programs only. */
export const fieldRule = (schema: Check, words?: string): FormRule => ({
  validator: async (_rule, value: unknown) => {
    const result = schema.safeParse(value);
    if (!result.success) throw new Error(words ?? result.error.issues[0]?.message);
  },
});
