/** Long enough for a browser to have begun to save it. */
const KEPT_MS = 60_000;

/** Has the browser save `content` under `name`, as a download. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
