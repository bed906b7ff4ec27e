/// <reference path="./css-modules.d.ts" />
import { initialOf } from 'domain/initial';
import type { SyntheticEvent } from 'react';
import styles from './avatar.module.css';
import { classNames } from './class-names.ts';

export interface AvatarProps {
  /** The owner's name; its first letter shows where there is no image. */
  name: string;
  /** A logo or photo. Where it fails to load the initial shows. */
  imageUrl?: string | null | undefined;
  size?: 'small' | 'medium' | 'large' | undefined;
  /** People are circles, merchants are squares. */
  shape?: 'circle' | 'square' | undefined;
}

/**
 * A picture beside its owner's name: hidden from screen readers, which read the name. The initial lies under
 * the picture, so that a failed one is only removed.
 */
export function Avatar({ name, imageUrl, size = 'medium', shape = 'circle' }: AvatarProps) {
  return (
    <span aria-hidden="true" className={classNames(styles.avatar, styles[size], styles[shape])}>
      <span>{initialOf(name)}</span>
      {imageUrl && (
        // 'low': what a page says comes before how it is decorated.
        <img
          key={imageUrl}
          src={imageUrl}
          alt=""
          decoding="async"
          fetchPriority="low"
          onError={(event: SyntheticEvent<HTMLImageElement>) => hideFailedImage(event.currentTarget)}
        />
      )}
    </span>
  );
}

/** Hides a picture that failed to load, also in pages that were rendered before any script ran. */
export function hideFailedImage(image: HTMLImageElement): void {
  image.hidden = true;
}
