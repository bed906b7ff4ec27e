const DISPLAY_NAME = /^\w+\.displayName = "\w+";$/gm;
const MADE_BY_REACT = /^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm;

/**
 * A loader: says of a library's components that making one has no effect, so that unused ones leave the
 * build. Their names for React's developer tools go too, as setting one would be a use.
 */
export default function letUnusedGo(source) {
  return source.replace(DISPLAY_NAME, '').replace(MADE_BY_REACT, '$1/* @__PURE__ */ $2');
}
