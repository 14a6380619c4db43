/** What the address says, which is then taken out of it, and of the history. */
export function takeAnswer(): Readonly<Record<'code' | 'state' | 'error', string | null>> {
  const said = new URLSearchParams(location.search);
  history.replaceState(null, '', location.pathname);
  return { code: said.get('code'), state: said.get('state'), error: said.get('error') };
}
