/** The papers of thermal printers, by their width in millimeters. */
export const PAPERS = [58, 80] as const;
export type Paper = (typeof PAPERS)[number];

const KEY = 'slip-paper';

/** The paper that this device has printed on; undefined before its first slip. */
export function readPaper(): Paper | undefined {
  try {
    const stored = Number(localStorage.getItem(KEY));
    return PAPERS.find((paper) => paper === stored);
  } catch {
    // With cookies forbidden, even naming the storage throws: each slip asks.
    return undefined;
  }
}

export function rememberPaper(paper: Paper): void {
  try {
    localStorage.setItem(KEY, String(paper));
  } catch {}
}
