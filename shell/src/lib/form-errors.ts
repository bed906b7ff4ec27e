import type { FieldErrors, FieldValues, ResolverResult } from 'react-hook-form';

/** As much of a zod schema as is needed to ask it. */
interface Schema {
  safeParse: (value: unknown) => {
    success: boolean;
    error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
  };
}

/** The API schema's errors for a form's values: the first message for each field. */
export function schemaErrors<Values extends FieldValues>(
  schema: Schema,
  values: unknown,
): FieldErrors<Values> {
  const issues = schema.safeParse(values).error?.issues ?? [];
  const firstByField = new Map<string, { type: string; message: string }>();
  for (const { path, message } of issues) {
    const field = String(path[0]);
    if (!firstByField.has(field)) firstByField.set(field, { type: 'schema', message });
  }
  return Object.fromEntries(firstByField) as FieldErrors<Values>;
}

/** The same as react-hook-form's resolvers hand it over. The API parses again, so what was typed is sent. */
export function resolverResult<Values extends FieldValues>(
  values: Values,
  errors: FieldErrors<Values>,
): ResolverResult<Values> {
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
}
