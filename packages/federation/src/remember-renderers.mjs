/**
 * Development only, in the shell before React. Each remote brings a fast-refresh runtime of its own, which
 * looks up the page's renderers when it arrives. The hook that the first runtime makes (there where no
 * React DevTools are) forgets them, and edits in a remote would reach the page without being shown.
 */
const hook = globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__;
if (hook) {
  const { inject } = hook;
  hook.inject = (renderer) => {
    const id = inject.call(hook, renderer);
    hook.renderers.set(id, renderer);
    return id;
  };
}
