const COMPILES_ITSELF = 'const jit = !core.globalConfig.jitless;';

/**
 * A loader for zod's schemas: they turn into code by `new Function` where that works. Our policy forbids it,
 * and browsers report the attempt. Without it the compiler leaves the build too.
 */
export default function withoutEval(source) {
  if (!source.includes(COMPILES_ITSELF)) throw new Error("zod's schemas try `new Function` in another way");
  return source.replace(COMPILES_ITSELF, 'const jit = false;').replace('jit && allowsEval.value', 'false');
}
