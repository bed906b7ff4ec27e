/** Joins class names, leaving out what is undefined or false. Returns '' when nothing remains. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
