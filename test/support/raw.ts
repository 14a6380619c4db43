import { connect } from 'node:net';

/** Sends bytes as they are, and gives all that comes back until the connection is closed. */
export const sendRaw = ({ hostname, port }: { readonly hostname: string; readonly port: string }, bytes: string): Promise<string> =>
  new Promise((done, failed) => {
    let said = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      said += text;
    });
    socket.once('close', () => done(said));
    socket.once('error', failed);
  });
