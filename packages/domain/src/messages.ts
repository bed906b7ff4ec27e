/** 'até {share}: {maximum}' → 'share' | 'maximum'; never for a message without placeholders. */
export type PlaceholdersOf<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;

/** What a message needs to be said: one value for each placeholder, as a person reads it ('R$ 25,00'). */
export type MessageValues<Message extends string> = Message extends string
  ? Record<PlaceholdersOf<Message>, string>
  : never;

/**
 * Puts the values into the message. Throws, a bug, where one is missing: nobody must ever read '{remaining}'.
 */
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
