/// <reference path="./css-modules.d.ts" />
import { useState } from 'react';
import styles from './avatar.module.css';
import { classNames } from './class-names.ts';

export interface AvatarProps {
  /** Whose it is; its first letter shows where there is no image. */
  name: string;
  /** A logo or photo. Where it fails to load the initial shows. */
  imageUrl?: string | null | undefined;
  size?: 'small' | 'medium' | 'large' | undefined;
  /** People are circles, merchants are squares. */
  shape?: 'circle' | 'square' | undefined;
}

/** A picture of somebody whose name stands beside it: hidden from screen readers, which read the name. */
export function Avatar({ name, imageUrl, size = 'medium', shape = 'circle' }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const showImage = Boolean(imageUrl) && imageUrl !== failedUrl;
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.avatar, styles[size], styles[shape], showImage && styles.image)}
    >
      {imageUrl && showImage ? (
        <img src={imageUrl} alt="" decoding="async" onError={() => setFailedUrl(imageUrl)} />
      ) : (
        initialOf(name)
      )}
    </span>
  );
}

function initialOf(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase('pt-BR') ?? '?';
}
