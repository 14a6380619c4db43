import { createHmac } from 'node:crypto';

/** The confirm token of an agent's preview, made of the service's secret and the approval's id: nothing stored confirms it, and its owner can. */
export const approvalToken = (secret: string, id: string): string =>
  createHmac('sha256', secret).update(`approval\n${id}`).digest('base64url');
