/// <reference path="./css-modules.d.ts" />
import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  width?: CSSProperties['width'] | undefined;
  height?: CSSProperties['height'] | undefined;
  radius?: CSSProperties['borderRadius'] | undefined;
  className?: string | undefined;
}

/** A gray placeholder as large as the content to come. ScreenState's label names it. */
export function Skeleton({ width = '100%', height = '1em', radius, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.skeleton, className)}
      style={{ width, height, borderRadius: radius }}
    />
  );
}

/** Lines of text that are coming; the last one is shorter. */
export function SkeletonText({ lines = 3 }: { lines?: number | undefined }) {
  const widths = Array.from({ length: lines }, (_, index) =>
    index === lines - 1 && lines > 1 ? '60%' : '100%',
  );
  return (
    <span className={styles.text} aria-hidden="true">
      {widths.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity and never move.
        <Skeleton key={index} width={width} height="0.875rem" />
      ))}
    </span>
  );
}
