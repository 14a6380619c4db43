import { spawn } from 'node:child_process';

/** By platform, what opens an address in the user's own browser. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** False when there is nothing that opens it. The address goes as one argument and through no shell. */
export async function openInBrowser(url: string): Promise<boolean> {
  const [command = 'xdg-open', ...before] = OPENERS[process.platform] ?? ['xdg-open'];
  return await new Promise((resolve) => {
    const opener = spawn(command, [...before, url], { stdio: 'ignore', detached: true });
    opener.once('error', () => resolve(false));
    opener.once('spawn', () => {
      opener.unref();
      resolve(true);
    });
  });
}
