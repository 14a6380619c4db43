import type { Run } from '../command-run.ts';
import { operatorConfig } from '../operator-config.ts';
import { askYesNo } from '../output/prompt.ts';
import { safeText } from '../output/safe-text.ts';
import { whileSpinning } from '../output/spinner.ts';

const LISTED_MAX = 20;

/** Shows what would go, and asks; on a pipe it takes --yes. The account or session itself stays, and may be blocked. */
export const adminDrop: Run = async ({ output, settings }, [tenant = ''], { dataDir, yes, json }) => {
  const [{ databasesOfTenant, dropDatabases }, { sweepNow }] = await Promise.all([
    import('../../admin/drop.ts'),
    import('../../admin/sweep.ts'),
  ]);
  const config = await operatorConfig(settings, dataDir);
  const found = await whileSpinning('Looking', (say) => databasesOfTenant({ config, tenant, onStep: say }));
  const { databases } = found;
  if (databases.length === 0) {
    if (json) output.json({ dropped: [], left: [] });
    else output.line(`${safeText(tenant)} has no databases.`);
    return 'ok';
  }
  if (!yes) {
    for (const { id, slug, origin } of databases.slice(0, LISTED_MAX))
      output.note(`${safeText(slug)} (${id})${origin === 'connected' ? ', which is forgotten here and stays where it is' : ''}`);
    if (databases.length > LISTED_MAX) output.note(`and ${databases.length - LISTED_MAX} more`);
    const many = databases.length === 1 ? 'this database' : `these ${databases.length} databases`;
    if (!(output.canAsk && (await askYesNo(`Drop ${many} of ${safeText(tenant)} (${found.kind}), and everything in them?`)))) {
      output.note(output.canAsk ? 'Nothing was dropped.' : 'Nothing was dropped: say --yes to do it.');
      return 'needsConfirm';
    }
  }
  const dropped = await whileSpinning('Dropping', (say) => dropDatabases(found, { config, onStep: say }));
  const { left } = await whileSpinning('Sweeping', (say) => sweepNow({ config, onStep: say }));
  const waiting = dropped.filter((id) => left.includes(id));
  if (json) output.json({ dropped, left: waiting });
  else {
    output.line(`${dropped.length === 1 ? 'One database is' : `${dropped.length} databases are`} dropped.`);
    if (waiting.length > 0) output.note(`Closed to everybody, and removed by a later sweep: ${waiting.join(', ')}.`);
  }
  return 'ok';
};
