/** The element's id, to bring the focus back to it. */
export function movementRowId(id: string): string {
  return `movement-${id}`;
}

/** The parts of a row that take the focus. The row itself is for a button that is about to go. */
export type RowTarget = 'row' | 'reverse' | 'code';

/** A turn later, when the closing dialog has let go of the focus. */
export function focusRow(id: string, target: RowTarget): void {
  setTimeout(() => {
    const row = document.getElementById(movementRowId(id));
    const control = row?.querySelector<HTMLElement>(`[data-target="${target}"]`);
    (control ?? row)?.focus();
  });
}
