import type { StagedRelease } from './stage-release.ts';

/** The text of remotes.json; `tag` identifies this state of it. */
export interface PointersText {
  text: string | undefined;
  tag: string | null;
}

/** A release store opened for writing. */
export interface ReleaseTarget {
  readPointers(): Promise<PointersText>;
  /** Returns false if the pointers are no longer those of `tag`; then nothing was changed. */
  replacePointers(text: string, tag: string | null): Promise<boolean>;
  /** Adds a release, completely or not at all. An existing one stays as it is. */
  add(release: StagedRelease): Promise<void>;
}
