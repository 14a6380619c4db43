import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { client } from '../../client.ts';
import { visible } from '../../parts/value-text.ts';
import { When } from '../../parts/when.tsx';
import { receiptHref } from './receipt-href.ts';

/** What a thread was asked elsewhere: its link opened in another browser shows each with its receipt. */
export function AskedBefore({ thread }: { readonly thread: string }) {
  const { data = [] } = useQuery({
    queryKey: ['traces', 'thread', thread],
    queryFn: ({ signal }) => client.listTraces({ threadId: thread }, { signal }),
    enabled: thread !== '',
  });
  if (data.length === 0) return null;
  return (
    <section className="card" aria-labelledby="before">
      <h2 id="before">Asked in this thread</h2>
      <ul className="before">
        {data.map(({ id, text, operation, createdAt }) => (
          <li key={id}>
            <Link href={receiptHref(id)}>
              <bdi>{visible(text ?? operation)}</bdi>
            </Link>{' '}
            <span className="small">
              <When at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
