import type { Approval } from '../../contract/approvals.ts';
import type { Run } from '../command-run.ts';
import type { Context } from '../context.ts';
import type { Exit } from '../exit-codes.ts';
import { askYesNo } from '../output/prompt.ts';
import { showDiff } from '../output/reply.ts';
import { safeText } from '../output/safe-text.ts';
import { drawTable } from '../output/table.ts';
import { Stop } from '../stop.ts';

/** What waits for the owner of the account; with an id, what that one would do, and the decision. */
export const approve: Run = async (context, [id], { confirm, refuse, json }) => {
  if (id === undefined) return await listWaiting(context, json === true);
  if (confirm && refuse) throw new Stop('usage', '--confirm approves and --refuse refuses.', 'Give one of them.');
  const client = await context.client();
  const approval = await client.getApproval({ id });
  const { output } = context;
  if (!json) show(context, approval);
  if (approval.state !== 'waiting') {
    if (json) output.json(approval);
    else output.note(`It is decided: ${approval.state}.`);
    return 'ok';
  }
  const isAsked = !confirm && !refuse;
  if (isAsked && !output.canAsk) {
    if (json) output.json(approval);
    output.note('Nothing is decided. Say --confirm to approve it, or --refuse.');
    return 'needsConfirm';
  }
  if (isAsked && !(await askYesNo('Do this?'))) {
    output.note('Nothing is decided; --refuse refuses it.');
    return 'needsConfirm';
  }
  const decided = await client.decideApproval({ id, decision: refuse ? 'refuse' : 'approve' });
  if (json) output.json(decided);
  else output.line(decided.outcome ? safeText(decided.outcome.answer) : `It is ${decided.state}.`);
  return 'ok';
};

async function listWaiting(context: Context, isJson: boolean): Promise<Exit> {
  const { output } = context;
  const waiting = await (await context.client()).listApprovals({ state: 'waiting' });
  if (isJson) output.json(waiting);
  else if (waiting.length === 0) output.line('Nothing waits for you.');
  else {
    output.line(drawTable(['id', 'asked by', 'asks for', 'database', 'until'], waiting.map(shown), output.width));
    output.note('`svc approve <id>` shows what it would do, and decides it.');
  }
  return 'ok';
}

const shown = (approval: Approval) => ({
  id: approval.id,
  'asked by': whoAsks(approval),
  'asks for': approval.diff?.summary ?? approval.goal ?? `a ${approval.kind}`,
  database: approval.dbId,
  until: approval.expiresAt.slice(0, 16).replace('T', ' '),
});

const whoAsks = ({ askedBy: { host, device, keyId } }: Approval): string =>
  host === undefined ? (keyId ?? 'A program on this machine') : `${host}${device === undefined ? '' : ` on ${device}`}`;

function show({ output }: Context, approval: Approval): void {
  output.line(
    `${output.paint('bold', safeText(whoAsks(approval)))} asks for a ${approval.kind} on ${approval.dbId}, until ${approval.expiresAt}.`,
  );
  if (approval.goal !== undefined) output.line(`“${safeText(approval.goal)}”`);
  if (approval.diff) showDiff(output, approval.diff);
  else if (approval.grant !== undefined) output.line(safeText(JSON.stringify(approval.grant, null, 2)));
}
