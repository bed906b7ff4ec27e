import type { StagedRelease } from './stage-release.ts';

/** remotes.json as it was read; `tag` says which one that was. */
export interface PointersText {
  text: string | undefined;
  tag: string | null;
}

/** A release store that is written to. */
export interface ReleaseTarget {
  readPointers(): Promise<PointersText>;
  /** false: the pointers are not those of `tag` any more, and nothing was changed. */
  replacePointers(text: string, tag: string | null): Promise<boolean>;
  /** Adds a release; complete or not at all. One that is there already stays as it is. */
  add(release: StagedRelease): Promise<void>;
}
