import { z } from 'zod';

type WithoutDefault<F> = F extends z.ZodDefault<infer Inner> ? Inner : F;
type Changes<S extends z.ZodRawShape> = z.ZodObject<{
  [K in keyof S]: z.ZodOptional<WithoutDefault<S[K]> extends z.core.SomeType ? WithoutDefault<S[K]> : never>;
}>;

/** The same fields, all optional and without their defaults: absent means "keep", where `partial()` would set each absent field to its default. */
export function changesOf<S extends z.ZodRawShape>(schema: z.ZodObject<S>): Changes<S> {
  const fields = Object.entries<z.core.SomeType>(schema.shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodDefault ? field.unwrap() : field),
  ]);
  return z.object(Object.fromEntries(fields)) as unknown as Changes<S>;
}
