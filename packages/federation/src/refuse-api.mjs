/**
 * A loader that every module inside api/ meets: it fails the build. A front end knows the API as types
 * only, and a run-time import would ship server code to browsers.
 */
export default function refuseApi() {
  throw new Error(`the API is types only: import it with "import type" (${this.resourcePath})`);
}
