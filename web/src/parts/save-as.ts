/** Has the browser keep it as a file. */
export function saveAs(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun with the click; its address has to live until then.
  setTimeout(() => URL.revokeObjectURL(url));
}
