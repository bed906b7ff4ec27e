/** 'até {share}: {maximum}' → 'share' | 'maximum'; never for a message without placeholders. */
export type PlaceholdersOf<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;

/** The values of a message: one for each placeholder, formatted for reading ('R$ 25,00'). */
export type MessageValues<Message extends string> = Message extends string
  ? Record<PlaceholdersOf<Message>, string>
  : never;

/** Fills the placeholders. Throws, a bug, where a value is missing: '{remaining}' must never be shown. */
export function fillMessage<Message extends string>(
  message: Message,
  values: MessageValues<Message>,
): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = (values as Record<string, string | undefined>)[name];
    if (value === undefined) throw new Error(`no value for {${name}} in '${message}'`);
    return value;
  });
}
