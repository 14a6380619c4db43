import { wayBack } from './bridge.ts';

/**
 * Leads back to the host. A program of this machine answers in a tab of its own, and an app opens beside the browser, so
 * that this page stays for where nobody answers; a site takes the page's place.
 */
export function goBack(redirectTo: string): void {
  if (wayBack(redirectTo).kind === 'machine') open(redirectTo, '_blank');
  else location.assign(redirectTo);
}

/** That it was refused, told to a site or to a program that listens; an app that was not let in is not opened. */
export function tellRefused(redirectTo: string): void {
  if (wayBack(redirectTo).kind !== 'app') goBack(redirectTo);
}
