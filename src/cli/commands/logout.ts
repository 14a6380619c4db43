import type { Run } from '../commands.ts';
import { askYesNo } from '../output/prompt.ts';

/** An anonymous session cannot be opened again without its token, so somebody who sits there is asked. */
export const logout: Run = async (context, _given, { json }) => {
  const { output, apiUrl } = context;
  const { token } = context.remembered();
  if (token !== undefined && output.canAsk && !(await askYesNo('Forget the anonymous session? Its databases cannot be reached again.'))) {
    output.note('Nothing was forgotten.');
    return 'needsConfirm';
  }
  context.remember({ token: null, db: null, preview: null });
  if (json) output.json({ apiUrl, forgotten: token !== undefined });
  else output.line(token === undefined ? 'There was no session to forget.' : `The anonymous session at ${apiUrl} is forgotten.`);
  return 'ok';
};
