/**
 * A loader that every module of React, its router and its icons meets in the build of the first paint: it
 * fails the build. The first paint comes before them; what it shows is plain functions of props, and of React
 * it may know the types.
 */
export default function refuseReact() {
  throw new Error(`the first paint comes before React: this reached it (${this.resourcePath})`);
}
