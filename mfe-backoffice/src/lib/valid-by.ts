/** As much of a zod schema as is needed to ask it. */
interface Schema {
  safeParse: (value: unknown) => { error?: { issues: readonly { message: string }[] } | undefined };
}

/** A react-hook-form `validate` rule: the first message the API's own schema has about the value, or true. */
export function validBy(schema: Schema): (value: unknown) => string | true {
  return (value) => schema.safeParse(value).error?.issues[0]?.message ?? true;
}
