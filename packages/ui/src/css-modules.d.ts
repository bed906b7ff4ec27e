/**
 * A CSS module: local class name → the name in the bundle. Under `noUncheckedIndexedAccess` a look-up is
 * `string | undefined`, which `className` accepts as it is.
 */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
